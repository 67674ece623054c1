//! What a run, or a report of one, writes and prints: the options that all commands share which make the files of a run.

use crate::ui::Colour;
use sim::report::chart;
use sim::report::frame::Locale;
use sim::report::layout::Style;
use std::path::PathBuf;

/// Options of everything that writes the files of a run and prints its report.
#[derive(Debug, clap::Args)]
pub struct Output {
    /// Folder of the charts
    #[arg(long, value_name = "DIR", default_value = "notebooks-out")]
    charts: PathBuf,
    /// Draw no charts, and write neither page nor notebook
    #[arg(long)]
    no_charts: bool,
    /// The files of each chart
    #[arg(long, value_enum, default_value_t, conflicts_with = "no_charts")]
    chart_format: ChartFormat,
    /// What is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Print the content of summary.json instead of the report, as `--format json` does
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// How CSV files are written
    #[arg(long, value_enum, default_value_t = CsvLocale::En)]
    csv_locale: CsvLocale,
    /// No progress; one line instead of the report
    #[arg(long)]
    pub quiet: bool,
    /// When to use colours
    #[arg(long, value_enum, default_value_t)]
    color: Colour,
}

/// What is printed of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// The report, for a terminal
    Text,
    /// The report in Markdown, to be pasted into a ticket
    Md,
    /// The content of summary.json
    Json,
}

/// The printed form of a run.
pub enum Printed {
    /// The content of summary.json.
    Summary,
    /// One line.
    Line,
    /// The report.
    Report(Style),
}

impl Output {
    /// The folder of the charts of the run `name`, unless none are wanted.
    pub fn charts(&self, name: &str) -> Option<PathBuf> {
        (!self.no_charts).then(|| self.charts.join(name))
    }

    /// The files of each chart.
    pub fn chart_format(&self) -> chart::Format {
        self.chart_format.into()
    }

    /// What is to be printed.
    pub fn printed(&self) -> Printed {
        match self.format {
            Format::Json => Printed::Summary,
            _ if self.json => Printed::Summary,
            _ if self.quiet => Printed::Line,
            Format::Md => Printed::Report(Style::MARKDOWN),
            Format::Text => Printed::Report(self.color.style()),
        }
    }

    /// How CSV files are written.
    pub fn csv_locale(&self) -> Locale {
        self.csv_locale.into()
    }
}

/// How numbers and columns are written in CSV.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum CsvLocale {
    /// RFC 4180: columns apart by `,`, decimal points
    En,
    /// For a French Excel: columns apart by `;`, decimal commas, a mark of UTF-8 at the beginning
    Fr,
}

impl From<CsvLocale> for Locale {
    fn from(locale: CsvLocale) -> Self {
        match locale {
            CsvLocale::En => Self::En,
            CsvLocale::Fr => Self::Fr,
        }
    }
}

/// The files of a chart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum ChartFormat {
    /// Pixels, for a page or a chat
    #[default]
    Png,
    /// Lines and text, sharp at any size, for a slide or a drawing program
    Svg,
    /// Both; page and notebook hold the PNG
    Both,
}

impl From<ChartFormat> for chart::Format {
    fn from(format: ChartFormat) -> Self {
        match format {
            ChartFormat::Png => Self::Png,
            ChartFormat::Svg => Self::Svg,
            ChartFormat::Both => Self::Both,
        }
    }
}
