//! A table with a caption, heads for rows and columns, and values to sort by.

use super::markup::{Html, element, frame};

/// A column.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its head.
    pub title: &'static str,
    /// Whether it holds numbers, set to the right.
    pub number: bool,
}

/// A column of words.
#[must_use]
pub const fn words(title: &'static str) -> Column {
    Column { title, number: false }
}

/// A column of numbers.
#[must_use]
pub const fn numbers(title: &'static str) -> Column {
    Column { title, number: true }
}

/// A cell.
#[derive(Clone, Debug)]
pub struct Cell {
    content: Html,
    /// The number it is sorted by, where the text is not it.
    by: Option<f64>,
    class: &'static str,
}

impl Cell {
    /// A text, sorted as a text.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self { content: Html::prose(text), by: None, class: "" }
    }

    /// A printed number with the number behind; one that is not known stays at the end.
    #[must_use]
    pub fn number(text: &str, by: impl Into<Option<f64>>) -> Self {
        Self { content: Html::text(text), by: by.into().filter(|by| by.is_finite()), class: "" }
    }

    /// Something else.
    #[must_use]
    pub const fn html(content: Html) -> Self {
        Self { content, by: None, class: "" }
    }

    /// The same cell, sorted by a number.
    #[must_use]
    pub const fn by(mut self, by: f64) -> Self {
        self.by = Some(by);
        self
    }

    /// The same cell, standing out as `class` says.
    #[must_use]
    pub const fn class(mut self, class: &'static str) -> Self {
        self.class = class;
        self
    }
}

/// A table; the first cell of a row is its head. `name` tells it apart and names its scrolled frame.
#[must_use]
pub fn table(name: &str, caption: &str, columns: &[Column], rows: Vec<Vec<Cell>>, sorts: bool) -> Html {
    let side = |column: &Column| if column.number { "n" } else { "w" };
    let heads = columns.iter().map(|column| element("th", &[("scope", "col"), ("class", side(column))], [Html::text(column.title)]));
    let head = element("thead", &[], [element("tr", &[], heads)]);
    let row = |cells: Vec<Cell>| {
        let cells = cells.into_iter().zip(columns).enumerate().map(|(at, (cell, column))| {
            let class = format!("{} {}", side(column), cell.class);
            let by = cell.by.map(|by| format!("{by:e}"));
            let mut attributes = vec![("class", class.trim_end())];
            if let Some(by) = &by {
                attributes.push(("data-by", by));
            }
            if at == 0 {
                attributes.insert(0, ("scope", "row"));
            }
            element(if at == 0 { "th" } else { "td" }, &attributes, [cell.content])
        });
        element("tr", &[], cells)
    };
    let body = element("tbody", &[], rows.into_iter().map(row));
    let mut attributes = vec![("id", name)];
    if sorts {
        attributes.push(("data-sorts", ""));
    }
    let inner = element("table", &attributes, [element("caption", &[], [Html::prose(caption)]), head, body]);
    frame("frame", caption, inner)
}
