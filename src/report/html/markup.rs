//! HTML that cannot be broken from outside: text and attributes are escaped where they enter, and only words of this program are markup.

use std::fmt::Write;

/// A piece of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Html(String);

impl Html {
    /// A text.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self(escaped(text))
    }

    /// A text in which `` `words` `` between backticks are code.
    #[must_use]
    pub fn prose(text: &str) -> Self {
        if text.matches('`').count() % 2 == 1 {
            return Self::text(text);
        }
        let mut out = Self::default();
        for (position, part) in text.split('`').enumerate() {
            if position % 2 == 1 {
                out.push(element("code", &[], [Self::text(part)]));
            } else {
                out.push(Self::text(part));
            }
        }
        out
    }

    /// Markup or style written in this program.
    #[must_use]
    pub fn literal(markup: &'static str) -> Self {
        Self(markup.to_owned())
    }

    /// Appends a piece.
    #[allow(clippy::needless_pass_by_value)] // pieces are made to be put in their place, and used up by it
    pub fn push(&mut self, piece: Self) {
        self.0.push_str(&piece.0);
    }

    /// Whether there is nothing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The markup.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }
}

impl FromIterator<Self> for Html {
    fn from_iter<I: IntoIterator<Item = Self>>(pieces: I) -> Self {
        let mut all = Self::default();
        pieces.into_iter().for_each(|piece| all.push(piece));
        all
    }
}

/// An attribute with its value.
pub type Attribute<'a> = (&'static str, &'a str);

/// `<name attribute="value">children</name>`; blocks end their line, so that a page can be read and compared as text.
#[must_use]
pub fn element(name: &'static str, attributes: &[Attribute<'_>], children: impl IntoIterator<Item = Html>) -> Html {
    let mut out = opened(name, attributes);
    children.into_iter().for_each(|child| out.push(child));
    let inline = ["a", "b", "code", "span", "strong", "th", "td", "dt", "dd", "h1", "h2", "h3", "title", "caption", "pre", "kbd"].contains(&name);
    let _ = write!(out.0, "</{name}>{}", if inline { "" } else { "\n" });
    out
}

/// An element without content: `<img ...>`.
#[must_use]
pub fn void(name: &'static str, attributes: &[Attribute<'_>]) -> Html {
    opened(name, attributes)
}

fn opened(name: &'static str, attributes: &[Attribute<'_>]) -> Html {
    let mut out = format!("<{name}");
    for (key, value) in attributes {
        let _ = write!(out, " {key}=\"{}\"", escaped(value));
    }
    out.push('>');
    Html(out)
}

/// A text as HTML holds it, in content and in attributes; control characters, which it may not hold, are left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(letter),
            control if control.is_control() => {}
            // what turns the direction of text around would show other words than are there
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            other => out.push(other),
        }
    }
    out
}

/// A paragraph.
#[must_use]
pub fn p(text: &str) -> Html {
    element("p", &[], [Html::prose(text)])
}

/// A frame in which something wide is moved by finger or key; `class` is `frame`, with more words if need be.
#[must_use]
pub fn frame(class: &str, label: &str, content: Html) -> Html {
    element("div", &[("class", class), ("role", "region"), ("tabindex", "0"), ("aria-label", label)], [content])
}

/// A name for an anchor: small letters, digits and hyphens.
#[must_use]
pub fn slug(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_ascii_alphanumeric() {
            out.push(letter.to_ascii_lowercase());
        } else if !out.ends_with('-') && !out.is_empty() {
            out.push('-');
        }
    }
    out.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_becomes_markup() {
        let hostile = "<script>alert('x')</script> & \"y\" \u{202e}\u{7}";
        let html = element("p", &[("title", hostile)], [Html::prose(hostile)]).into_string();
        let escaped = "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;y&quot; ";
        assert_eq!(html, format!("<p title=\"{escaped}\">{escaped}</p>\n"));
    }

    #[test]
    fn backticks_are_code_where_they_pair() {
        assert_eq!(Html::prose("use `a<b` now").into_string(), "use <code>a&lt;b</code> now");
        assert_eq!(Html::prose("one ` alone").into_string(), "one ` alone");
    }

    #[test]
    fn anchors_are_plain() {
        assert_eq!(slug("95 % range of the observed"), "95-range-of-the-observed");
        assert_eq!(slug("p_value"), "p-value");
    }
}
