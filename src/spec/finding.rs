//! What is wrong with a game file: every finding with its place, why, and what to do.

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
#[derive(Clone, Debug, PartialEq, Eq)]
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
        text.as_bytes()[..end].iter().filter(|&&byte| byte == b'\n').count() + 1
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

    /// The findings as lines `file:line: error: message` with the remedy indented below.
    #[must_use]
    pub fn listing(&self, file: &str, text: &str) -> String {
        let mut sorted: Vec<&Finding> = self.0.iter().collect();
        sorted.sort_by_key(|finding| (finding.span.start, finding.span.end));
        let mut out = String::new();
        for finding in sorted {
            let word = if finding.severity == Severity::Error { "error" } else { "warning" };
            out.push_str(&format!("{file}:{}: {word}: {}\n", finding.line(text), finding.message));
            if !finding.help.is_empty() {
                out.push_str(&format!("    {}\n", finding.help));
            }
        }
        out
    }
}

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
