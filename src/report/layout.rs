//! Text for a terminal: numbers with grouped digits, aligned tables, wrapped paragraphs, bars for shares. No figure is computed here.

use crate::money::grouped;

/// Nothing the program prints is wider; narrower terminals get narrower texts.
pub const WIDTH: usize = 100;

/// Narrower texts are not made.
pub const LEAST_WIDTH: usize = 40;

/// How a text is laid out: with colours or without, how wide, for a terminal or as Markdown; meaning never hangs on colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Use ANSI colours.
    pub colour: bool,
    /// Columns a text may take: from [`LEAST_WIDTH`] to [`WIDTH`].
    pub width: usize,
    /// Write Markdown (of GitHub's flavour), to be pasted into a ticket; colours and width have no meaning then.
    pub markdown: bool,
}

impl Style {
    /// Without colours, [`WIDTH`] columns wide: for files and pipes.
    pub const PLAIN: Self = Self { colour: false, width: WIDTH, markdown: false };

    /// Markdown.
    pub const MARKDOWN: Self = Self { markdown: true, ..Self::PLAIN };
}

impl Default for Style {
    fn default() -> Self {
        Self::PLAIN
    }
}

/// The few ways a word can stand out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Headings.
    Bold,
    /// What may be skipped at first reading.
    Dim,
    /// Good.
    Green,
    /// Look.
    Yellow,
    /// Wrong.
    Red,
}

impl Style {
    /// `text` in `ink`, or as it is without colours.
    #[must_use]
    pub fn paint(self, ink: Ink, text: &str) -> String {
        if !self.colour {
            return text.to_owned();
        }
        let code = match ink {
            Ink::Bold => "1",
            Ink::Dim => "2",
            Ink::Green => "1;32",
            Ink::Yellow => "1;33",
            Ink::Red => "1;31",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }

    /// Parts of a text, an empty line between them; empty parts are left out.
    #[must_use]
    pub fn joined(self, parts: impl IntoIterator<Item = String>) -> String {
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let mut text = parts.join("\n");
        if self.markdown {
            while text.contains("\n\n\n") {
                text = text.replace("\n\n\n", "\n\n");
            }
        }
        text
    }

    /// A line above a part of a text.
    #[must_use]
    pub fn heading(self, text: &str) -> String {
        if self.markdown {
            return format!("### {}\n\n", marked(text));
        }
        wrapped(text, self.width).iter().map(|line| format!("{}\n", self.paint(Ink::Bold, line))).collect()
    }

    /// A paragraph whose first line begins with `first` and whose other lines are indented as far; in Markdown, one with a `first` that is not blank is an item of a list.
    #[must_use]
    pub fn paragraph(self, first: &str, text: &str) -> String {
        if self.markdown {
            let text = marked(text);
            return match first.trim() {
                "" => format!("{text}\n\n"),
                "-" | "!" => format!("- {text}\n"),
                term => format!("- **{}**: {text}\n", marked(term)),
            };
        }
        let indent = length(first);
        let lines = wrapped(text, self.width.saturating_sub(indent).max(20));
        let mut out = String::new();
        for (number, line) in lines.iter().enumerate() {
            let start = if number == 0 { first.to_owned() } else { " ".repeat(indent) };
            out.push_str(format!("{start}{line}").trim_end());
            out.push('\n');
        }
        out
    }
}

/// A text whose words mean what they say in Markdown: what stands between backticks is code already.
fn marked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (number, part) in text.split('`').enumerate() {
        let code = number % 2 == 1;
        if number > 0 {
            out.push('`');
        }
        for letter in part.chars() {
            if (!code && "\\*_<>[]#~".contains(letter)) || letter == '|' {
                out.push('\\');
            }
            out.push(letter);
        }
    }
    out
}

/// Columns of the bars in tables.
pub const BAR: u32 = 8;

/// A bar as long as a share of `width` columns, in eighths of a column; a share that is not 0 shows at least an eighth.
#[must_use]
pub fn bar(share: f64, width: u32) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * f64::from(8 * width)).round();
    let eighths = if share > 0.0 { eighths.max(1.0) } else { 0.0 };
    // at most eight times the width
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let eighths = eighths as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// A number with `decimals` decimals and its digits grouped: `565 935.1975`; `-` for what is no number.
#[must_use]
pub fn fixed(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return "-".to_owned();
    }
    let text = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let whole = whole.parse::<u128>().map_or_else(|_| whole.to_owned(), grouped);
    let zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    let sign = if value < 0.0 && !zero { "-" } else { "" };
    if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}

/// As [`fixed`], with a plus before a positive number.
#[must_use]
pub fn signed(value: f64, decimals: usize) -> String {
    let text = fixed(value, decimals);
    let zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    if value > 0.0 && !zero { format!("+{text}") } else { text }
}

/// A share as a percentage: `23.3431 %`.
#[must_use]
pub fn percent(share: f64, decimals: usize) -> String {
    if share.is_finite() { format!("{} %", fixed(100.0 * share, decimals)) } else { "-".to_owned() }
}

/// A share as a percentage with some significant digits however small it is: `23.343 %`, `1.43e-4 %`.
#[must_use]
pub fn fine_percent(share: f64) -> String {
    let value = (100.0 * share).abs();
    if value == 0.0 {
        return "0 %".to_owned();
    }
    let decimals = [(10.0, 3), (1.0, 4), (0.1, 5), (0.01, 6), (0.001, 7)].into_iter().find(|&(from, _)| value >= from).map(|(_, decimals)| decimals);
    match decimals {
        Some(decimals) => percent(share, decimals),
        None => format!("{:.2e} %", 100.0 * share),
    }
}

/// A share as a percentage with two significant digits or a little more: `0.33 %`, `12 %`, `3.1e-5 %`.
#[must_use]
pub fn rough_percent(share: f64) -> String {
    let value = (100.0 * share).abs();
    let decimals = [(10.0, 0), (1.0, 1), (0.1, 2), (0.01, 3), (0.001, 4)].into_iter().find(|&(from, _)| value >= from).map(|(_, decimals)| decimals);
    match decimals {
        Some(decimals) => percent(share, decimals),
        None => format!("{:.1e} %", 100.0 * share),
    }
}

/// As [`fine_percent`], without zeros at the end: `6 %`, `12.5 %`.
#[must_use]
pub fn short_percent(share: f64) -> String {
    let text = fine_percent(share);
    match text.strip_suffix(" %").filter(|number| number.contains('.') && !number.contains('e')) {
        Some(number) => format!("{} %", number.trim_end_matches('0').trim_end_matches('.')),
        None => text,
    }
}

/// Odds: `1 in 4.28`, `1 in 700 000`; `never` for 0.
#[must_use]
pub fn one_in(probability: f64) -> String {
    if probability > 0.0 { format!("1 in {}", odds(probability)) } else { "never".to_owned() }
}

/// The number of [`one_in`]: two decimals below a hundred, none above.
#[must_use]
pub fn odds(probability: f64) -> String {
    if probability <= 0.0 {
        return "-".to_owned();
    }
    let odds = 1.0 / probability;
    fixed(odds, if odds < 99.995 { 2 } else { usize::from(odds < 999.95) })
}

/// A p-value: `0.0312`, `4.1e-7`; `-` where nothing was tested.
#[must_use]
pub fn p_value(p: Option<f64>) -> String {
    match p {
        None => "-".to_owned(),
        Some(p) if p >= 0.99995 => "1".to_owned(),
        Some(p) if p >= 0.001 => format!("{p:.4}"),
        Some(p) if p >= 1e-300 => format!("{p:.1e}"),
        Some(_) => "< 1e-300".to_owned(),
    }
}

/// `1 play`, `2 plays`, `7 000 000 plays`.
#[must_use]
pub fn plural(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(u128::from(number)), if number == 1 { one } else { many })
}

/// Breaks a text into lines of at most `width` characters, at spaces, each line indented as its paragraph is; longer words stand alone. What is quoted, a line
/// after `|`, is left as it is. Grouped digits, and short texts between backticks, stay on one line.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        if paragraph.trim_start().starts_with('|') {
            lines.push(paragraph.to_owned());
            continue;
        }
        let indent = " ".repeat(paragraph.len() - paragraph.trim_start_matches(' ').len());
        let width = width.saturating_sub(indent.len());
        let mut line = String::new();
        for word in glued(paragraph).split(' ').filter(|word| !word.is_empty()) {
            let word = word.replace(GLUE, " ");
            if !line.is_empty() && length(&line) + 1 + length(&word) > width {
                lines.push(format!("{indent}{}", std::mem::take(&mut line)));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&word);
        }
        lines.push(if line.is_empty() { line } else { format!("{indent}{line}") });
    }
    lines
}

/// A space at which no line ends.
const GLUE: char = '\u{a0}';

/// A line with the spaces glued that belong to one number or one short command.
fn glued(line: &str) -> String {
    /// Longer commands may break.
    const SHORT: usize = 60;
    let mut out = String::with_capacity(line.len());
    let mut rest = line.split_whitespace().peekable();
    let mut quoted = false;
    let mut since = 0;
    while let Some(word) = rest.next() {
        out.push_str(word);
        if word.matches('`').count() % 2 == 1 {
            quoted = !quoted;
            since = 0;
        }
        since += word.len() + 1;
        let Some(next) = rest.peek() else { break };
        let digits = next.bytes().take_while(u8::is_ascii_digit).count();
        let grouped = digits == 3 && word.ends_with(|last: char| last.is_ascii_digit());
        let sign = matches!(next.trim_end_matches(['.', ',', ':', ';', ')']), "%" | "EUR") || (word.len() == 1 && "+±-".contains(word));
        out.push(if grouped || sign || (quoted && since < SHORT) { GLUE } else { ' ' });
    }
    out
}

/// Characters of a text: every one we print is one column wide.
#[must_use]
pub fn length(text: &str) -> usize {
    text.chars().count()
}

/// A text of at most `width` characters, its end replaced by `…` when it is longer.
#[must_use]
pub fn cut(text: &str, width: usize) -> String {
    if length(text) <= width {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(width.saturating_sub(1)).collect();
    short.push('…');
    short
}

/// Where the text of a column stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Whether a row of a long table is shown: all of a short one, else the first and the last ones.
#[must_use]
pub const fn is_shown(position: usize, rows: usize, most: usize) -> bool {
    rows <= most || position < most / 2 || position >= rows - most / 2
}

/// A table of aligned columns that fits its [`Style`]: columns that may be missing go first, then long words are cut.
#[derive(Clone, Debug)]
pub struct Grid {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

#[derive(Clone, Debug)]
struct Column {
    title: String,
    side: Side,
    /// 0: always shown; otherwise the highest goes first.
    spare: u8,
}

/// Before a table.
const INDENT: usize = 2;
/// Between two columns.
const GAP: usize = 2;

impl Grid {
    /// A table of these columns: title, side, and how readily the column is given up (0: never).
    #[must_use]
    pub fn new(columns: &[(&str, Side, u8)]) -> Self {
        let columns = columns.iter().map(|&(title, side, spare)| Column { title: title.to_owned(), side, spare }).collect();
        Self { columns, rows: Vec::new() }
    }

    /// Adds a row; missing cells are empty.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The width of each column, with all it holds.
    fn widths(&self) -> Vec<usize> {
        let of = |(at, column): (usize, &Column)| {
            self.rows.iter().filter_map(|row| row.get(at)).map(|cell| length(cell)).chain([length(&column.title)]).max().unwrap_or(0)
        };
        self.columns.iter().enumerate().map(of).collect()
    }

    /// Whether all columns fit, nothing cut; Markdown has no width.
    #[must_use]
    pub fn fits(&self, style: Style) -> bool {
        style.markdown || INDENT + self.widths().iter().map(|width| width + GAP).sum::<usize>() <= style.width + GAP
    }

    /// Whether the column of this title has room.
    #[must_use]
    pub fn shows(&self, title: &str, style: Style) -> bool {
        let known = |at: usize| self.columns.get(at).is_some_and(|column| column.title == title);
        if style.markdown { (0..self.columns.len()).any(known) } else { self.shown(style).0.into_iter().any(known) }
    }

    /// The columns that have room, and the width of each column.
    fn shown(&self, style: Style) -> (Vec<usize>, Vec<usize>) {
        let mut widths = self.widths();
        let mut shown: Vec<usize> = (0..self.columns.len()).collect();
        let total = |shown: &[usize], widths: &[usize]| INDENT + shown.iter().map(|&at| widths[at] + GAP).sum::<usize>() - GAP;
        while total(&shown, &widths) > style.width {
            let spare = shown.iter().copied().filter(|&at| self.columns[at].spare > 0).max_by_key(|&at| self.columns[at].spare);
            if let Some(spare) = spare {
                shown.retain(|&at| at != spare);
                continue;
            }
            let Some(widest) = shown.iter().copied().filter(|&at| self.columns[at].side == Side::Left).max_by_key(|&at| widths[at]) else { break };
            let over = total(&shown, &widths) - style.width;
            let narrower = widths[widest].saturating_sub(over).max(8);
            if narrower == widths[widest] {
                break;
            }
            widths[widest] = narrower;
        }
        (shown, widths)
    }

    /// The table's lines, indented by two, the titles dimmed.
    #[must_use]
    pub fn lines(&self, style: Style) -> String {
        if style.markdown {
            return self.markdown();
        }
        let cell = |row: &Vec<String>, column: usize| row.get(column).cloned().unwrap_or_default();
        let (shown, widths) = self.shown(style);
        let line = |texts: Vec<String>| {
            let mut line = " ".repeat(INDENT);
            for (position, (&at, text)) in shown.iter().zip(&texts).enumerate() {
                let text = cut(text, widths[at]);
                let pad = " ".repeat(widths[at] - length(&text));
                if position > 0 {
                    line.push_str(&" ".repeat(GAP));
                }
                match self.columns[at].side {
                    Side::Left => line.push_str(&format!("{text}{pad}")),
                    Side::Right => line.push_str(&format!("{pad}{text}")),
                }
            }
            line.trim_end().to_owned()
        };
        let mut out = style.paint(Ink::Dim, &line(shown.iter().map(|&at| self.columns[at].title.clone()).collect()));
        out.push('\n');
        for row in &self.rows {
            out.push_str(&line(shown.iter().map(|&at| cell(row, at)).collect()));
            out.push('\n');
        }
        out
    }
}

impl Grid {
    /// The whole table in Markdown, whatever its width.
    fn markdown(&self) -> String {
        let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let titles = self.columns.iter().map(|column| marked(&column.title)).collect();
        let sides = self.columns.iter().map(|column| if column.side == Side::Right { "---:" } else { "---" }.to_owned()).collect();
        let mut out = row(titles) + &row(sides);
        for cells in &self.rows {
            out.push_str(&row((0..self.columns.len()).map(|at| cells.get(at).map_or_else(String::new, |cell| marked(cell))).collect()));
        }
        out.push('\n');
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_people_write_them() {
        for (value, decimals, text) in
            [(565_935.197_5, 4, "565 935.1975"), (-0.00001, 2, "0.00"), (-1234.5, 1, "-1 234.5"), (7.0, 0, "7"), (f64::NAN, 2, "-")]
        {
            assert_eq!(fixed(value, decimals), text);
        }
        assert_eq!([signed(1.5, 1), signed(-1.5, 1), signed(0.0, 1)], ["+1.5", "-1.5", "0.0"]);
        assert_eq!(percent(0.233_431_4, 4), "23.3431 %");
        assert_eq!([fine_percent(0.7), fine_percent(1.0 / 700_000.0), fine_percent(1e-9)], ["70.000 %", "1.43e-4 %", "1.00e-7 %"]);
        assert_eq!([short_percent(0.06), short_percent(0.125), short_percent(1e-9), short_percent(0.0)], ["6 %", "12.5 %", "1.00e-7 %", "0 %"]);
        assert_eq!([rough_percent(0.123), rough_percent(0.003_34), rough_percent(3.1e-7)], ["12 %", "0.33 %", "3.1e-5 %"]);
        assert_eq!([one_in(0.5), one_in(1.0 / 700_000.0), one_in(1.0 / 250.0), one_in(0.0)], ["1 in 2.00", "1 in 700 000", "1 in 250.0", "never"]);
        assert_eq!(
            [p_value(Some(0.5)), p_value(Some(4.1e-7)), p_value(Some(0.0)), p_value(Some(1.0)), p_value(None)],
            ["0.5000", "4.1e-7", "< 1e-300", "1", "-"]
        );
        assert_eq!([plural(1, "play", "plays"), plural(2000, "play", "plays")], ["1 play", "2 000 plays"]);
    }

    #[test]
    fn paragraphs_are_wrapped_and_indented() {
        assert_eq!(wrapped("a bb ccc", 4), ["a bb", "ccc"]);
        assert_eq!(wrapped("pays 1 000 000 EUR: `sim show yams` now", 12), ["pays", "1 000 000 EUR:", "`sim show yams`", "now"]);
        assert_eq!(wrapped("    remedy and more\n\nend", 12), ["    remedy", "    and more", "", "end"]);
        assert_eq!(wrapped("at most 70 % here", 10), ["at most", "70 % here"]);
        assert_eq!(wrapped("12: no\n    | a = 1,  b = 2\n    |         ^", 8), ["12: no", "    | a = 1,  b = 2", "    |         ^"]);
        let text = Style::default().paragraph("Y2. ", &"word ".repeat(60));
        assert!(text.lines().all(|line| length(line) <= WIDTH));
        assert!(text.lines().skip(1).all(|line| line.starts_with("    word")));
    }

    #[test]
    fn a_bar_is_as_long_as_its_share() {
        assert_eq!([bar(0.0, 8), bar(1e-9, 8), bar(0.125, 8), bar(0.5, 8), bar(1.0, 8), bar(7.0, 8)], ["", "▏", "█", "████", "████████", "████████"]);
        assert_eq!([bar(1.5 / 64.0, 8), bar(15.0 / 64.0, 8)], ["▎", "█▉"]);
    }

    #[test]
    fn markdown_says_what_the_terminal_says() {
        let style = Style::MARKDOWN;
        assert_eq!(style.heading("Prizes (EUR)"), "### Prizes (EUR)\n\n");
        assert_eq!([style.paragraph("  ", "a `b_c` d_e"), style.paragraph("  ! ", "look")], ["a `b_c` d\\_e\n\n", "- look\n"]);
        assert_eq!(style.paragraph("A", "x * y"), "- **A**: x \\* y\n");
        let mut grid = Grid::new(&[("name", Side::Left, 0), ("count", Side::Right, 9)]);
        grid.row(vec!["a|b".to_owned(), "1 000".to_owned()]);
        grid.row(vec!["x".repeat(200)]);
        assert_eq!(grid.lines(style), format!("| name | count |\n| --- | ---: |\n| a\\|b | 1 000 |\n| {} |  |\n\n", "x".repeat(200)));
        assert_eq!(style.joined(["a\n\n".to_owned(), String::new(), "\nb\n".to_owned()]), "a\n\nb\n");
    }

    #[test]
    fn a_grid_gives_up_spare_columns_then_cuts_words() {
        let mut grid = Grid::new(&[("name", Side::Left, 0), ("count", Side::Right, 0), ("note", Side::Left, 1)]);
        grid.row(vec!["é".to_owned(), "1".to_owned(), "short".to_owned()]);
        assert_eq!(grid.lines(Style::default()), "  name  count  note\n  é         1  short\n");
        grid.row(vec!["x".repeat(80), "22".to_owned(), "n".repeat(40)]);
        let text = grid.lines(Style::default());
        assert!(!text.contains("note") && text.lines().all(|line| length(line) <= WIDTH), "{text}");
        grid.row(vec!["x".repeat(200), "333".to_owned()]);
        let text = grid.lines(Style::default());
        assert!(text.contains('…') && text.lines().all(|line| length(line) <= WIDTH), "{text}");
    }
}
