//! Tables as CSV and Parquet bytes: the only place that knows polars.

use super::tables::{Cells, Table};
use polars::prelude::{Column, CsvWriter, DataFrame, ParquetCompression, ParquetWriter, PolarsError, SerWriter};

/// A table that could not be turned into bytes.
#[derive(Debug, thiserror::Error)]
#[error("the table `{table}` could not be made: {error}")]
pub struct FrameError {
    /// The table.
    pub table: &'static str,
    /// What polars says.
    pub error: PolarsError,
}

/// How a CSV file is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Locale {
    /// RFC 4180: commas between columns, decimal points.
    #[default]
    En,
    /// What a French Excel opens by a double click: semicolons between columns, decimal commas, a mark of UTF-8 at the beginning.
    Fr,
}

/// The table as CSV: CRLF, quotes where needed, empty cells for what is not known, and the rest by `locale`.
///
/// # Errors
/// When polars refuses the columns, which would be a mistake of ours.
pub fn csv(table: &Table, locale: Locale) -> Result<Vec<u8>, FrameError> {
    let mut bytes = Vec::new();
    let french = locale == Locale::Fr;
    let written = frame(table).and_then(|mut frame| {
        CsvWriter::new(&mut bytes)
            .include_bom(french)
            .include_header(true)
            .with_separator(if french { b';' } else { b',' })
            .with_decimal_comma(french)
            .with_line_terminator("\r\n".into())
            .finish(&mut frame)
    });
    written.map(|()| bytes).map_err(|error| FrameError { table: table.name, error })
}

/// The table as Parquet (zstd).
///
/// # Errors
/// When polars refuses the columns, which would be a mistake of ours.
pub fn parquet(table: &Table) -> Result<Vec<u8>, FrameError> {
    let mut bytes = Vec::new();
    let written =
        frame(table).and_then(|mut frame| ParquetWriter::new(&mut bytes).with_compression(ParquetCompression::Zstd(None)).finish(&mut frame));
    written.map(|_| bytes).map_err(|error| FrameError { table: table.name, error })
}

fn frame(table: &Table) -> Result<DataFrame, PolarsError> {
    let columns = table
        .columns
        .iter()
        .map(|(name, cells)| {
            let name = (*name).into();
            match cells {
                Cells::Text(cells) => Column::new(name, cells),
                Cells::Whole(cells) => Column::new(name, cells),
                Cells::Count(cells) => Column::new(name, cells),
                Cells::Real(cells) => Column::new(name, cells),
            }
        })
        .collect();
    DataFrame::new(table.rows(), columns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use polars::prelude::{ParquetReader, SerReader};

    fn table() -> Table {
        Table {
            name: "trial",
            csv: true,
            columns: vec![
                ("word", Cells::Text(["plain", "a, b", "say \"x\"", "étoile €"].map(str::to_owned).to_vec())),
                ("cents", Cells::Whole(vec![-1, 0, 250, 9_007_199_254_740_993])),
                ("count", Cells::Count(vec![0, 1, 2, 1 << 62])),
                ("figure", Cells::Real(vec![Some(0.5), None, Some(1e-300), Some(1.0 / 3.0)])),
            ],
        }
    }

    #[test]
    fn csv_is_rfc_4180() {
        let text = String::from_utf8(csv(&table(), Locale::En).unwrap()).unwrap();
        let lines: Vec<&str> = text.split("\r\n").collect();
        assert_eq!(lines[0], "word,cents,count,figure");
        assert_eq!(lines[1], "plain,-1,0,0.5");
        assert_eq!(lines[2], "\"a, b\",0,1,");
        assert_eq!(&lines[3][..17], "\"say \"\"x\"\"\",250,2");
        assert_eq!(lines[4].split(',').next_back().unwrap().parse::<f64>(), Ok(1.0 / 3.0));
        assert_eq!((lines.len(), lines[5]), (6, ""));
    }

    #[test]
    fn csv_for_a_french_excel() {
        let text = String::from_utf8(csv(&table(), Locale::Fr).unwrap()).unwrap();
        let lines: Vec<&str> = text.strip_prefix('\u{feff}').unwrap().split("\r\n").collect();
        assert_eq!(lines[..3], ["word;cents;count;figure", "plain;-1;0;0,5", "a, b;0;1;"]);
        assert!(lines[4].starts_with("étoile €;9007199254740993;") && lines[4].ends_with(";0,3333333333333333"), "{}", lines[4]);
        let mut semicolon = table();
        semicolon.columns[0].1 = Cells::Text(["a; b", "c", "d", "e"].map(str::to_owned).to_vec());
        assert!(String::from_utf8(csv(&semicolon, Locale::Fr).unwrap()).unwrap().contains("\"a; b\";-1;"));
    }

    #[test]
    fn parquet_reads_back_as_it_was() {
        let bytes = parquet(&table()).unwrap();
        let read = ParquetReader::new(std::io::Cursor::new(bytes)).finish().unwrap();
        assert!(read.equals_missing(&frame(&table()).unwrap()), "{read:?}");
    }

    #[test]
    fn an_empty_table_has_its_columns() {
        let mut empty = table();
        empty.columns = vec![("word", Cells::Text(Vec::new())), ("figure", Cells::Real(Vec::new()))];
        assert_eq!(csv(&empty, Locale::En).unwrap(), b"word,figure\r\n");
        let read = ParquetReader::new(std::io::Cursor::new(parquet(&empty).unwrap())).finish().unwrap();
        assert_eq!((read.height(), read.width()), (0, 2));
    }

    #[test]
    fn columns_of_unequal_length_are_refused() {
        let mut torn = table();
        torn.columns[1].1 = Cells::Whole(vec![1]);
        assert!(csv(&torn, Locale::En).is_err() && parquet(&torn).is_err());
    }
}
