//! The PAR sheet as a workbook (XLSX): a designer changes a stake, a prize or a count, and every figure follows. The only place that knows `rust_xlsxwriter`.
//!
//! ```text
//! Prizes    stake, block, prizes and counts are inputs; return, hit frequency, SD and the tiers' shares are formulas, their results stored beside them
//! Figures   every other figure of the play, as formulas on the names `prize`, `winners`, `stake`, `block_plays`
//! Returns   where the return lies after 1e2 ... 1e9 plays: exact laws as values, normal ranges and plays needed as formulas
//! Totals    dice: the law of the point totals, fair dice beside it (values)
//! Notes     what is an input, what is a formula, what is a value
//! ```
//! Formulas use functions that every spreadsheet since 2003 knows. No time of writing is stored: equal sheets are equal bytes.

mod figures;

use self::figures::figures;
use super::par::Par;
use crate::money::{grouped, iso_decimals};
use crate::run_file::PROGRAM;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, FormatAlign, FormatBorder, Formula, Workbook, Worksheet, XlsxError};

/// A workbook that could not be made.
#[derive(Debug, thiserror::Error)]
#[error("the workbook could not be made: {0}")]
pub struct WorkbookError(#[from] XlsxError);

/// Rows above the first tier: title, hint, labels, values, an empty one, the header.
const TOP: u32 = 6;

/// The bytes of the workbook.
///
/// # Errors
/// When the writer refuses a cell, which would be a mistake of ours or a table longer than a sheet.
pub fn xlsx(par: &Par<'_>) -> Result<Vec<u8>, WorkbookError> {
    let mut book = Workbook::new();
    let game = &par.game.name;
    let title = format!("{game} at {} {}: PAR sheet", par.game.amount(par.offer.table.stake()), par.game.currency);
    let born = ExcelDateTime::from_ymd(2000, 1, 1)?;
    let about = DocProperties::new().set_title(&title).set_comment(format!("Made by {PROGRAM}; no time is stored.")).set_creation_datetime(&born);
    book.set_properties(&about);
    let formats = Formats::new(&par.game.currency);
    prizes(book.add_worksheet(), par, &formats, &title)?;
    let cells = figures(book.add_worksheet(), par, &formats)?;
    returns(book.add_worksheet(), par, &formats)?;
    if !par.sheet.totals.is_empty() {
        totals(book.add_worksheet(), par, &formats)?;
    }
    notes(book.add_worksheet(), par, &formats)?;
    let last = TOP as usize + par.sheet.tiers.len();
    for (name, place) in [
        ("stake", "Prizes!$A$4".to_owned()),
        ("block_plays", "Prizes!$B$4".to_owned()),
        ("rtp", "Prizes!$C$4".to_owned()),
        ("sd_stakes", "Prizes!$E$4".to_owned()),
        ("prize", format!("Prizes!$B$7:$B${last}")),
        ("winners", format!("Prizes!$C$7:$C${last}")),
        ("median_candidates", format!("Prizes!$K$7:$K${last}")),
        ("entropy_terms", format!("Prizes!$I$7:$I${last}")),
    ]
    .into_iter()
    .chain(cells)
    {
        book.define_name(name, &format!("={place}"))?;
    }
    Ok(book.save_to_buffer()?)
}

/// How cells look.
struct Formats {
    /// Minor units in a unit of the currency.
    minor_units: f64,
    title: Format,
    hint: Format,
    label: Format,
    header: Format,
    work: Format,
    text: Format,
    count: Format,
    money: Format,
    percent: Format,
    fine: Format,
    figure: Format,
    key_percent: Format,
    key_figure: Format,
    key_money: Format,
    input_count: Format,
    input_money: Format,
    input_percent: Format,
}

impl Formats {
    fn new(currency: &str) -> Self {
        let plain = || Format::new().set_align(FormatAlign::Top);
        let decimals = iso_decimals(currency);
        let money = &if decimals == 0 { "#,##0".to_owned() } else { format!("#,##0.{}", "0".repeat(decimals as usize)) };
        let input = || plain().set_font_color("1F3FBF").set_background_color("FFF8DC");
        let key = || plain().set_bold().set_font_size(12).set_align(FormatAlign::Left);
        Self {
            minor_units: 10_f64.powi(decimals.cast_signed()),
            title: Format::new().set_bold().set_font_size(14),
            hint: Format::new().set_italic().set_font_color("5A5A5A"),
            label: Format::new().set_font_color("5A5A5A").set_align(FormatAlign::Left),
            header: Format::new()
                .set_bold()
                .set_text_wrap()
                .set_align(FormatAlign::Right)
                .set_align(FormatAlign::Bottom)
                .set_background_color("E8EDF3")
                .set_border_bottom(FormatBorder::Thin),
            work: plain().set_num_format("#,##0.####").set_font_color("8A8A8A"),
            text: plain().set_text_wrap(),
            count: plain().set_num_format("#,##0"),
            money: plain().set_num_format(money),
            percent: plain().set_num_format("0.0000%"),
            fine: plain().set_num_format("0.000000%"),
            figure: plain().set_num_format("#,##0.0000"),
            key_percent: key().set_num_format("0.0000%"),
            key_figure: key().set_num_format("#,##0.0000"),
            key_money: key().set_num_format(format!("{money} \"{}\"", currency.replace('"', ""))),
            input_count: input().set_num_format("#,##0"),
            input_money: input().set_num_format(money),
            input_percent: input().set_num_format("0.0%"),
        }
    }

    /// Minor units as units of currency, for a cell.
    fn units(&self, cents: i64) -> f64 {
        cents as f64 / self.minor_units
    }
}

/// A formula with the result that this program found, for readers that do not calculate.
fn formula(text: impl AsRef<str>, result: impl std::fmt::Display) -> Formula {
    Formula::new(text).set_result(result.to_string())
}

/// A result that may be undefined.
fn or_dash(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

fn header(sheet: &mut Worksheet, row: u32, titles: &[&str], format: &Format) -> Result<(), XlsxError> {
    for (column, title) in (0..).zip(titles) {
        sheet.write_with_format(row, column, *title, format)?;
    }
    Ok(())
}

/// The sheet that is worked on.
fn prizes(sheet: &mut Worksheet, par: &Par<'_>, formats: &Formats, title: &str) -> Result<(), XlsxError> {
    let (tiers, figures) = (&par.sheet.tiers, par.sheet);
    sheet.set_name("Prizes")?;
    for (column, width) in (0..).zip([11.0, 15.0, 14.0, 14.0, 14.0, 16.0, 17.0, 13.0, 12.0, 15.0, 15.0]) {
        sheet.set_column_width(column, width)?;
    }
    sheet.write_with_format(0, 0, title, &formats.title)?;
    let hint = "Change a cell on yellow (stake, block, a prize, a count): every figure of this book follows, but for the exact ranges on Returns and the sheet Totals.";
    sheet.write_with_format(1, 0, hint, &formats.hint)?;
    let currency = &par.game.currency;
    let labels = [
        format!("Stake ({currency})"),
        "Plays in a block".to_owned(),
        "Return to player".to_owned(),
        "Winning plays".to_owned(),
        "SD (stakes)".to_owned(),
        "Volatility index".to_owned(),
        "A block pays".to_owned(),
        "Check".to_owned(),
    ];
    for (column, label) in (0..).zip(&labels) {
        sheet.write_with_format(2, column, label, &formats.label)?;
    }
    let losing = TOP as usize + tiers.len();
    sheet.write_with_format(3, 0, formats.units(figures.stake_cents), &formats.input_money)?;
    sheet.write_with_format(3, 1, figures.block as f64, &formats.input_count)?;
    let paid = formats.units(i64::try_from(par.offer.table.total()).unwrap_or(i64::MAX));
    let keys: [(&str, String, &Format); 5] = [
        ("=SUMPRODUCT(prize,winners)/(block_plays*stake)", figures.rtp.to_string(), &formats.key_percent),
        ("=SUMPRODUCT((prize>0)*winners)/block_plays", figures.hit_frequency.to_string(), &formats.key_percent),
        ("=SQRT(variance_prize)/stake", figures.sd_stakes.to_string(), &formats.key_figure),
        ("=volatility_z*sd_stakes", figures.volatility_index.to_string(), &formats.key_figure),
        ("=SUMPRODUCT(prize,winners)", paid.to_string(), &formats.key_money),
    ];
    for (column, (text, result, format)) in (2..).zip(&keys) {
        sheet.write_formula_with_format(3, column, formula(text, result), format)?;
    }
    let check = format!("=IF(C{losing}<0,\"more winners than plays\",\"ok\")");
    sheet.write_formula_with_format(3, 7, formula(check, "ok"), &formats.label)?;
    header(
        sheet,
        TOP - 1,
        &[
            "Tier",
            &format!("Prize ({currency})"),
            "Winners in a block",
            "One in",
            "Probability",
            "Share of return",
            "Cumulative return (stakes)",
            "Share of variance",
            "Entropy (bits)",
            "Work: plays up to this prize",
            "Work: candidate for the median",
        ],
        &formats.header,
    )?;
    for (row, tier) in (TOP..).zip(tiers) {
        let line = row + 1;
        let last = line as usize == losing;
        sheet.write_with_format(row, 0, f64::from(tier.tier), &formats.count)?;
        if last {
            sheet.write_with_format(row, 1, 0.0, &formats.money)?;
            let text = if tiers.len() > 1 { format!("=block_plays-SUM(C7:C{})", losing - 1) } else { "=block_plays".to_owned() };
            sheet.write_formula_with_format(row, 2, formula(text, tier.winners), &formats.count)?;
        } else {
            sheet.write_with_format(row, 1, formats.units(tier.prize_cents), &formats.input_money)?;
            sheet.write_with_format(row, 2, tier.winners as f64, &formats.input_count)?;
        }
        let up_to: u64 = tiers.iter().filter(|other| other.prize_cents <= tier.prize_cents).map(|other| other.winners).sum();
        let candidate = if 2 * up_to >= figures.block { formats.units(tier.prize_cents).to_string() } else { String::new() };
        let cells: [(String, String, &Format); 8] = [
            (format!("=IF(C{line}>0,block_plays/C{line},\"-\")"), or_dash(tier.one_in), &formats.money),
            (format!("=C{line}/block_plays"), tier.probability.to_string(), &formats.fine),
            (format!("=IF(SUMPRODUCT(prize,winners)=0,0,B{line}*C{line}/SUMPRODUCT(prize,winners))"), tier.rtp_share.to_string(), &formats.percent),
            (format!("=SUMPRODUCT(B$7:B{line},C$7:C{line})/(block_plays*stake)"), tier.cumulative_rtp.to_string(), &formats.percent),
            (format!("=IF(variance_prize=0,0,E{line}*(B{line}-mean_prize)^2/variance_prize)"), tier.variance_share.to_string(), &formats.percent),
            (
                format!("=IF(C{line}>0,-E{line}*LOG(SUMPRODUCT((prize=B{line})*winners)/block_plays,2),0)"),
                tier.entropy_bits.to_string(),
                &formats.figure,
            ),
            (format!("=SUMPRODUCT((prize<=B{line})*winners)"), up_to.to_string(), &formats.work),
            (format!("=IF(2*J{line}>=block_plays,B{line},\"\")"), candidate, &formats.work),
        ];
        for (column, (text, result, format)) in (3..).zip(&cells) {
            sheet.write_formula_with_format(row, column, formula(text, result), format)?;
        }
    }
    sheet.set_freeze_panes(TOP, 0)?;
    sheet.set_landscape();
    sheet.set_print_fit_to_pages(1, 0);
    sheet.set_repeat_rows(TOP - 1, TOP - 1)?;
    Ok(())
}

/// Ranges of the return, and plays needed.
fn returns(sheet: &mut Worksheet, par: &Par<'_>, formats: &Formats) -> Result<(), XlsxError> {
    sheet.set_name("Returns")?;
    sheet.set_column_range_width(0, 8, 17.0)?;
    let titles = [
        "Plays",
        "Exact, block after block: low",
        "high",
        "Exact, each play from another block: low",
        "high",
        "Normal, block after block: low",
        "high",
        "Normal, independent plays: low",
        "high",
    ];
    header(sheet, 0, &titles, &formats.header)?;
    for (row, range) in (1..).zip(&par.sheet.returns) {
        let line = row + 1;
        sheet.write_with_format(row, 0, range.plays as f64, &formats.input_count)?;
        for (column, value) in (1..).zip([range.block_low, range.block_high, range.independent_low, range.independent_high]) {
            sheet.write_with_format(row, column, value, &formats.percent)?;
        }
        let open = format!("(A{line}-block_plays*INT(A{line}/block_plays))");
        let inside = format!("range_z*sd_stakes*SQRT({open}*(block_plays-{open})/MAX(block_plays-1,1))/A{line}");
        let usual = format!("range_z*sd_stakes/SQRT(A{line})");
        for (column, (text, result)) in (5..).zip([
            (format!("=rtp-{inside}"), range.normal_block_low),
            (format!("=rtp+{inside}"), range.normal_block_high),
            (format!("=rtp-{usual}"), range.normal_low),
            (format!("=rtp+{usual}"), range.normal_high),
        ]) {
            sheet.write_formula_with_format(row, column, formula(text, result), &formats.percent)?;
        }
    }
    let below = 2 + u32::try_from(par.sheet.returns.len()).unwrap_or(0);
    let titles =
        ["Return within (stakes)", "Plays of a block, exact", "Independent plays, exact", "Plays of a block, normal", "Independent plays, normal"];
    header(sheet, below, &titles, &formats.header)?;
    for (row, wanted) in (below + 1..).zip(&par.sheet.precision) {
        let line = row + 1;
        sheet.write_with_format(row, 0, wanted.within, &formats.input_percent)?;
        sheet.write_with_format(row, 1, wanted.block_plays as f64, &formats.count)?;
        match wanted.independent_plays {
            Some(plays) => sheet.write_with_format(row, 2, plays as f64, &formats.count)?,
            None => sheet.write_with_format(row, 2, "beyond 10^15", &formats.text)?,
        };
        let ratio = format!("(range_z*sd_stakes/A{line})^2");
        let inside = format!("=MIN(block_plays,MAX(1,ROUNDUP(block_plays*{ratio}/({ratio}+block_plays-1),0)))");
        sheet.write_formula_with_format(row, 3, formula(inside, wanted.normal_block_plays), &formats.count)?;
        sheet.write_formula_with_format(row, 4, formula(format!("=MAX(1,ROUNDUP({ratio},0))"), wanted.normal_independent_plays), &formats.count)?;
    }
    let hint = "Exact ranges and plays are values for the table as it was written: remake them with `sim par` after a change. Normal ones follow, and lie where a few large prizes make the variance.";
    sheet.write_with_format(below + 2 + u32::try_from(par.sheet.precision.len()).unwrap_or(0), 0, hint, &formats.hint)?;
    sheet.set_freeze_panes(1, 1)?;
    sheet.set_landscape();
    sheet.set_print_fit_to_pages(1, 0);
    Ok(())
}

/// Point totals of dice.
fn totals(sheet: &mut Worksheet, par: &Par<'_>, formats: &Formats) -> Result<(), XlsxError> {
    sheet.set_name("Totals")?;
    for (column, width) in (0..).zip([10.0, 14.0, 18.0, 18.0, 16.0]) {
        sheet.set_column_width(column, width)?;
    }
    let prize = format!("Prize ({})", par.game.currency);
    header(sheet, 0, &["Points", &prize, "Probability in a block", "Probability, fair dice", "Fair dice / block"], &formats.header)?;
    for (row, total) in (1..).zip(&par.sheet.totals) {
        let line = row + 1;
        sheet.write_with_format(row, 0, total.points as f64, &formats.count)?;
        sheet.write_with_format(row, 1, formats.units(total.prize_cents), &formats.money)?;
        sheet.write_with_format(row, 2, total.probability, &formats.fine)?;
        if let Some(fair) = total.fair_dice_probability {
            sheet.write_with_format(row, 3, fair, &formats.fine)?;
            let ratio = if total.probability > 0.0 { (fair / total.probability).to_string() } else { "-".to_owned() };
            sheet.write_formula_with_format(row, 4, formula(format!("=IF(C{line}>0,D{line}/C{line},\"-\")"), ratio), &formats.figure)?;
        }
    }
    sheet.set_freeze_panes(1, 1)?;
    sheet.set_print_fit_to_pages(1, 0);
    Ok(())
}

fn notes(sheet: &mut Worksheet, par: &Par<'_>, formats: &Formats) -> Result<(), XlsxError> {
    sheet.set_name("Notes")?;
    sheet.set_column_width(0, 110.0)?;
    let notes = [
        format!("{} ({}), blocks of {} plays. Rules: {}", par.game.name, par.game.id, grouped(par.sheet.block.into()), par.game.source),
        format!("Made by {PROGRAM} from the prize table alone; nothing was simulated."),
        "Blue on yellow: inputs. Change them freely; to add a prize, insert a row between two tiers and copy the formulas down.".to_owned(),
        "Formulas carry the result this program found, so that readers who do not calculate see it too.".to_owned(),
        "Values that do not follow a change: the exact ranges and plays on Returns (laws of the paid sum, not formulas), and the sheet Totals."
            .to_owned(),
        "The exact fractions in words belong to the table as it was written.".to_owned(),
        "`sim explain NAME` explains every figure; METHODOLOGY.md, sections 2 to 4, says how each is computed.".to_owned(),
    ];
    for (row, note) in (0..).zip(&notes) {
        sheet.write_with_format(row, 0, note, &formats.text)?;
    }
    Ok(())
}
