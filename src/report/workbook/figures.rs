//! The workbook's sheet of figures: every one a formula over the prizes, with its result.

use super::super::par::Par;
use super::super::summary::{hit_fraction, variance_fraction};
use super::{Formats, formula, header, or_dash};
use rust_xlsxwriter::{Format, Worksheet, XlsxError};

/// A line of the sheet Figures: name, formula or input, result, format, unit, what it is, and the name its cell has in formulas.
struct Line {
    name: &'static str,
    formula: &'static str,
    result: String,
    format: Format,
    unit: String,
    note: String,
    cell: Option<&'static str>,
}

/// Every figure as a formula; gives the names of cells.
pub(super) fn figures(sheet: &mut Worksheet, par: &Par<'_>, formats: &Formats) -> Result<Vec<(&'static str, String)>, XlsxError> {
    let figures = par.sheet;
    let stake = formats.units(figures.stake_cents);
    let currency = par.game.currency.clone();
    let line = |name, formula, result: String, format: &Format, unit: &str, note: &str, cell| Line {
        name,
        formula,
        result,
        format: format.clone(),
        unit: unit.to_owned(),
        note: note.to_owned(),
        cell,
    };
    let mean = figures.mean_cents / formats.minor_units;
    let variance = figures.variance_stakes2 * stake * stake;
    let none = None;
    let mut lines = vec![
        line(
            "Return to player",
            "=rtp",
            figures.rtp.to_string(),
            &formats.percent,
            "of the stake",
            &format!("E(x)/s; {} exactly", figures.rtp_fraction),
            none,
        ),
        line(
            "Winning plays",
            "=SUMPRODUCT((prize>0)*winners)/block_plays",
            figures.hit_frequency.to_string(),
            &formats.percent,
            "of plays",
            &format!("P(x > 0), the hit frequency; {} exactly", hit_fraction(&par.offer.table)),
            none,
        ),
        line(
            "P(x < s)",
            "=SUMPRODUCT((prize<stake)*winners)/block_plays",
            figures.below_stake.to_string(),
            &formats.percent,
            "of plays",
            "wins less than its stake, or nothing",
            none,
        ),
        line(
            "P(x = s)",
            "=SUMPRODUCT((prize=stake)*winners)/block_plays",
            figures.at_stake.to_string(),
            &formats.percent,
            "of plays",
            "wins its stake back",
            none,
        ),
        line(
            "P(x > s)",
            "=SUMPRODUCT((prize>stake)*winners)/block_plays",
            figures.above_stake.to_string(),
            &formats.percent,
            "of plays",
            "wins more than its stake",
            none,
        ),
        line("Mean prize", "=SUMPRODUCT(prize,winners)/block_plays", mean.to_string(), &formats.figure, &currency, "E(x)", Some("mean_prize")),
        line(
            "Variance",
            "=SUMPRODUCT(winners,(prize-mean_prize)^2)/block_plays",
            variance.to_string(),
            &formats.figure,
            &format!("{currency} squared"),
            "the block is the population: divided by its plays",
            Some("variance_prize"),
        ),
        line(
            "Variance",
            "=variance_prize/stake^2",
            figures.variance_stakes2.to_string(),
            &formats.figure,
            "stakes squared",
            &variance_fraction(&par.offer.table).map_or_else(String::new, |fraction| format!("{fraction} exactly")),
            none,
        ),
        line("Standard deviation", "=sd_stakes", figures.sd_stakes.to_string(), &formats.figure, "stakes", "square root of the variance", none),
        line(
            "Skewness",
            "=IF(variance_prize=0,\"-\",SUMPRODUCT(winners,(prize-mean_prize)^3)/block_plays/variance_prize^1.5)",
            or_dash(figures.skewness),
            &formats.figure,
            "",
            "0 for a symmetric prize",
            none,
        ),
        line(
            "Kurtosis",
            "=IF(variance_prize=0,\"-\",SUMPRODUCT(winners,(prize-mean_prize)^4)/block_plays/variance_prize^2)",
            or_dash(figures.kurtosis),
            &formats.figure,
            "",
            "3 for a normal law",
            none,
        ),
        line("Entropy", "=SUM(entropy_terms)", figures.entropy_bits.to_string(), &formats.figure, "bits", "what one play tells", none),
        line(
            "Median prize",
            "=MIN(median_candidates)",
            formats.units(figures.median_cents).to_string(),
            &formats.money,
            &currency,
            "half of the plays win no more",
            none,
        ),
        line(
            "Confidence of the volatility index",
            "",
            figures.volatility_confidence.to_string(),
            &formats.input_percent,
            "",
            "an input; 90 % is the custom of the trade",
            Some("confidence"),
        ),
        line(
            "z of the volatility index",
            "=NORMSINV((1+confidence)/2)",
            figures.volatility_z.to_string(),
            &formats.figure,
            "",
            "normal quantile of that confidence",
            Some("volatility_z"),
        ),
        line("Volatility index", "=volatility_z*sd_stakes", figures.volatility_index.to_string(), &formats.figure, "stakes", "z x SD / stake", none),
        line(
            "Confidence of the ranges",
            "",
            "0.95".to_owned(),
            &formats.input_percent,
            "",
            "an input of the normal ranges on Returns",
            Some("range_confidence"),
        ),
        line(
            "z of the ranges",
            "=NORMSINV((1+range_confidence)/2)",
            figures.range_z.to_string(),
            &formats.figure,
            "",
            "normal quantile of that confidence",
            Some("range_z"),
        ),
    ];
    if let Some(price) = par.offer.sold_for {
        lines.push(line(
            "Price of the offer",
            "",
            formats.units(price.0).to_string(),
            &formats.input_money,
            &currency,
            "what the play is always sold for, other games with it",
            Some("offer"),
        ));
        let note = format!("mean prize / price of the offer; {} is not counted", super::super::catalogue::sold_with(par.offer));
        lines.push(line(
            "Return of the offer",
            "=mean_prize/offer",
            figures.rtp_of(price).to_string(),
            &formats.percent,
            "of the offer",
            &note,
            none,
        ));
    }
    sheet.set_name("Figures")?;
    for (column, width) in (0..).zip([34.0, 18.0, 16.0, 60.0]) {
        sheet.set_column_width(column, width)?;
    }
    header(sheet, 0, &["Figure (prize x, stake s)", "Value", "Unit", "What it is"], &formats.header)?;
    let mut names = Vec::new();
    for (row, line) in (1..).zip(&lines) {
        sheet.write_with_format(row, 0, line.name, &formats.text)?;
        if line.formula.is_empty() {
            sheet.write_with_format(row, 1, line.result.parse::<f64>().unwrap_or_default(), &line.format)?;
        } else {
            sheet.write_formula_with_format(row, 1, formula(line.formula, &line.result), &line.format)?;
        }
        sheet.write_with_format(row, 2, &line.unit, &formats.text)?;
        sheet.write_with_format(row, 3, &line.note, &formats.text)?;
        if let Some(name) = line.cell {
            names.push((name, format!("Figures!$B${}", row + 1)));
        }
    }
    sheet.set_freeze_panes(1, 1)?;
    sheet.set_landscape();
    sheet.set_print_fit_to_pages(1, 0);
    Ok(names)
}
