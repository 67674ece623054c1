//! What is wrong with a game file: every finding with its place, why, and what to do.

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
}

/// All findings of one file, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings(pub Vec<Finding>);

impl Findings {
    /// Adds an error.
    pub fn error(&mut self, span: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        self.0.push(Finding { severity: Severity::Error, span, message: message.into(), help: help.into() });
    }

    /// Adds a warning.
    pub fn warning(&mut self, span: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        self.0.push(Finding { severity: Severity::Warning, span, message: message.into(), help: help.into() });
    }

    /// Whether any finding is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|finding| finding.severity == Severity::Error)
    }

    /// Adds the findings of another reader, but for those that are already here.
    pub fn absorb(&mut self, more: Self) {
        let known: HashSet<Finding> = self.0.iter().cloned().collect();
        self.0.extend(more.0.into_iter().filter(|finding| !known.contains(finding)));
    }

    /// The findings as lines `file:line: error: message` with the remedy indented below: the first hundred, errors before warnings where that many are left out.
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
            let word = if finding.severity == Severity::Error { "error" } else { "warning" };
            out.push_str(&format!("{file}:{}: {word}: {}\n", finding.line(text), finding.message));
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
