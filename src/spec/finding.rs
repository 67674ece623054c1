//! What is wrong with a game file: every finding with its place, why, and what to do.

use crate::money::quotable;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Legal, but worth a look.
    Warning,
    /// The file cannot be played.
    Error,
}

impl Severity {
    /// `error` or `warning`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One thing wrong in a game file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Finding {
    /// Error or warning.
    pub severity: Severity,
    /// Bytes of the file it is about.
    pub span: Range<usize>,
    /// What is wrong, quoting the value.
    pub message: String,
    /// What to do about it; empty when the message says it all.
    pub help: String,
}

impl Finding {
    /// The line of the finding in `text`, from 1.
    #[must_use]
    pub fn line(&self, text: &str) -> usize {
        let end = self.span.start.min(text.len());
        text.as_bytes()[..end].split(|&byte| byte == b'\n').count()
    }

    /// Its column in `text`, from 1, in characters.
    #[must_use]
    pub fn column(&self, text: &str) -> usize {
        let (begins, _, at) = self.line_of(text);
        text.get(begins..at).map_or(1, |before| before.chars().count() + 1)
    }

    /// The bytes of the first line it is about, and where in the text it begins.
    fn line_of(&self, text: &str) -> (usize, usize, usize) {
        let at = (0..=self.span.start.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let begins = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let ends = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
        (begins, ends, at)
    }

    /// The text it is about: of several lines, the first.
    #[must_use]
    pub fn quoted<'a>(&self, text: &'a str) -> &'a str {
        let (_, ends, at) = self.line_of(text);
        let end = self.span.end.clamp(at, ends);
        text.get(at..end).unwrap_or_default()
    }

    /// The line with what it is about underlined; empty where there is nothing to show.
    fn underlined(&self, text: &str) -> String {
        let (begins, ends, at) = self.line_of(text);
        let line = &text[begins..ends];
        if line.trim().is_empty() {
            return String::new();
        }
        // a tab, and what a terminal would obey, take one column
        let shown = |part: &str| -> String { part.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect() };
        let before: Vec<char> = shown(&text[begins..at]).chars().collect();
        let marked = shown(self.quoted(text));
        let from = before.len().saturating_sub(WIDEST_BEFORE);
        let whole = marked.chars().count() <= WIDEST_MARKED;
        let marked: String = marked.chars().take(WIDEST_MARKED).collect();
        let after = if whole { line.get(at - begins + self.quoted(text).len()..).unwrap_or_default() } else { "" };
        let cut = if from > 0 { "…" } else { "" };
        let lead: String = before[from..].iter().collect();
        let lead = if from == 0 { lead.trim_start().to_owned() } else { lead };
        let room = WIDEST_LINE.saturating_sub(cut.chars().count() + lead.chars().count() + marked.chars().count());
        let tail: String = after.chars().take(room).map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        let indent = " ".repeat(cut.chars().count() + lead.chars().count());
        let marks = "^".repeat(marked.chars().count().max(1));
        format!("    | {}\n    | {indent}{marks}\n", format!("{cut}{lead}{marked}{tail}").trim_end())
    }
}

/// Characters of a line shown before what is marked, of what is marked, and in all: a line fits 100 columns.
const WIDEST_BEFORE: usize = 50;
const WIDEST_MARKED: usize = 40;
const WIDEST_LINE: usize = 92;

/// All findings of one file, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings(pub Vec<Finding>);

impl Findings {
    /// Adds an error.
    pub fn error(&mut self, span: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        self.add(Finding { severity: Severity::Error, span, message: message.into(), help: help.into() });
    }

    /// Adds a warning.
    pub fn warning(&mut self, span: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        self.add(Finding { severity: Severity::Warning, span, message: message.into(), help: help.into() });
    }

    /// Adds a finding while there is room, and the first error always.
    fn add(&mut self, finding: Finding) {
        if self.0.len() < MOST_KEPT || finding.severity == Severity::Error && !self.has_errors() {
            self.0.push(finding);
        } else if self.0.len() == MOST_KEPT {
            let message = format!("more than {MOST_KEPT} findings: only the first ones are told");
            self.0.push(Finding { severity: Severity::Warning, span: finding.span, message, help: "correct these first".to_owned() });
        }
    }

    /// Whether any finding is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|finding| finding.severity == Severity::Error)
    }

    /// How many findings are of a severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.0.iter().filter(|finding| finding.severity == severity).count()
    }

    /// Adds the findings of another reader, but for those that are already here.
    pub fn absorb(&mut self, more: Self) {
        let known: HashSet<Finding> = self.0.iter().cloned().collect();
        more.0.into_iter().filter(|finding| !known.contains(finding)).for_each(|finding| self.add(finding));
    }

    /// The findings as lines `file:line: error: message`, each with its line of the file, what it is about underlined, and the remedy below: the first hundred, errors before warnings where that many are left out.
    #[must_use]
    pub fn listing(&self, file: &str, text: &str) -> String {
        let mut shown: Vec<&Finding> = self.0.iter().collect();
        if shown.len() > MOST_LISTED {
            shown.sort_by_key(|finding| (Reverse(finding.severity), finding.span.start, finding.span.end));
            shown.truncate(MOST_LISTED);
        }
        shown.sort_by_key(|finding| (finding.span.start, finding.span.end));
        let mut out = String::new();
        for finding in &shown {
            out.push_str(&format!("{file}:{}: {}: {}\n", finding.line(text), finding.severity.word(), finding.message));
            out.push_str(&finding.underlined(text));
            if !finding.help.is_empty() {
                out.push_str(&format!("    {}\n", finding.help));
            }
        }
        if self.0.len() > shown.len() {
            out.push_str(&format!("... and {} more\n", self.0.len() - shown.len()));
        }
        out
    }
}

/// One finding for programs.
#[derive(serde::Serialize)]
struct Told<'a> {
    severity: &'a str,
    file: &'a str,
    line: usize,
    column: usize,
    text: String,
    message: &'a str,
    help: &'a str,
}

impl Findings {
    /// All findings as a JSON list, one a line, in the order of the file: `severity`, `file`, `line` and `column` from 1, the `text` they are about (its
    /// first line, 60 characters at most), `message`, `help`.
    #[must_use]
    pub fn json(&self, file: &str, text: &str) -> String {
        let mut sorted: Vec<&Finding> = self.0.iter().collect();
        sorted.sort_by_key(|finding| (finding.span.start, finding.span.end));
        // counted on from finding to finding: a broken file may have thousands
        let (mut line, mut seen) = (1, 0);
        let lines: Vec<Told<'_>> = sorted
            .into_iter()
            .map(|finding| {
                let at = finding.span.start.min(text.len());
                line += text.as_bytes()[seen..at].split(|&byte| byte == b'\n').count() - 1;
                seen = at;
                (line, finding)
            })
            .map(|(line, finding)| Told {
                severity: finding.severity.word(),
                file,
                line,
                column: finding.column(text),
                text: quotable(finding.quoted(text)),
                message: &finding.message,
                help: &finding.help,
            })
            .collect();
        crate::json::list(&lines)
    }
}

/// Findings that are kept: a broken file should not fill the memory.
const MOST_KEPT: usize = 1_000;

/// Findings that [`Findings::listing`] shows at most: a broken file should not fill a terminal.
const MOST_LISTED: usize = 100;

impl fmt::Display for Findings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, finding) in self.0.iter().enumerate() {
            if position > 0 {
                writeln!(formatter)?;
            }
            write!(formatter, "{}", finding.message)?;
        }
        Ok(())
    }
}
