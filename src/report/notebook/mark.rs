//! Words for Markdown, HTML and Python, each safe where it stands.

/// A text in Markdown: nothing in it is a mark, a tag or a formula.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '(' | ')' | '#' | '+' | '!' | '|' | '~' | '$' => out.extend(['\\', letter]),
            control if control.is_control() => out.push(' '),
            other => out.push(other),
        }
    }
    out
}

/// A text of this program in which `` `words` `` between backticks stay code, and all else is plain.
#[must_use]
pub fn prose(text: &str) -> String {
    if text.matches('`').count() % 2 == 1 {
        return plain(text);
    }
    let part = |(at, part): (usize, &str)| if at % 2 == 1 { format!("`{part}`") } else { plain(part) };
    text.split('`').enumerate().map(part).collect()
}

/// A text in HTML.
#[must_use]
pub fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A text as Python writes it: JSON's quotes and escapes are Python's too.
#[must_use]
pub fn python(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

/// Aligned lines and an HTML table of the same cells.
#[must_use]
pub fn table(heads: &[&str], rows: &[Vec<String>]) -> super::Output {
    let widths: Vec<usize> = heads
        .iter()
        .enumerate()
        .map(|(at, head)| rows.iter().map(|row| row[at].chars().count()).chain([head.chars().count()]).max().unwrap_or(0))
        .collect();
    let line = |cells: Vec<&str>| {
        let padded: Vec<String> = cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}")).collect();
        format!("{}\n", padded.join("  ").trim_end())
    };
    let mut plain = line(heads.to_vec());
    rows.iter().for_each(|row| plain.push_str(&line(row.iter().map(String::as_str).collect())));
    let heads: String = heads.iter().map(|head| format!("<th>{}</th>", html(head))).collect();
    let mut whole = format!("<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n");
    for row in rows {
        let cells: String = row.iter().map(|cell| format!("<td>{}</td>", html(cell))).collect();
        whole.push_str(&format!("<tr>{cells}</tr>\n"));
    }
    whole.push_str("</tbody>\n</table>");
    super::Output::Table { plain, html: whole }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_words() {
        assert_eq!(plain("<b>*x*</b> $1$ [a](b)"), "&lt;b&gt;\\*x\\*&lt;/b&gt; \\$1\\$ \\[a\\]\\(b\\)");
        assert_eq!(prose("no_x `a_b` <"), "no\\_x `a_b` &lt;");
        assert_eq!(python("it's \"é\"\n\\"), "\"it's \\\"é\\\"\\n\\\\\"");
    }
}
