//! Rows and columns of a table are independent: the chi-square of the contingency table, with Cramer's V.

use super::classes::{Comparison, SMALLEST_EXPECTED};
use super::{Fit, Outcome, Pooled, Row, Tested, adds_up};
use crate::stats::count_law::CountLaw;
use crate::stats::intervals::share_interval;

/// Tests a table given row by row. Rows and columns are merged, the smallest first, until every cell is expected at least five times; a table of two by two is tested
/// by Fisher's exact test.
pub fn fit(columns: usize, pooled: &Pooled) -> Fit {
    let method = "chi-square of the contingency table";
    if columns == 0 || pooled.counts.is_empty() || !pooled.counts.len().is_multiple_of(columns) {
        return super::broken(pooled, format!("{} values are no table of {columns} columns", pooled.counts.len()));
    }
    if let Err(fit) = adds_up(pooled, pooled.counts.len()) {
        return fit;
    }
    let n = pooled.trials;
    let table: Vec<Vec<u64>> = pooled.counts.chunks(columns).map(<[u64]>::to_vec).collect();
    let row_sums: Vec<u64> = table.iter().map(|row| row.iter().sum()).collect();
    let column_sums: Vec<u64> = (0..columns).map(|column| table.iter().map(|row| row[column]).sum()).collect();
    let (merged, rows_left, columns_left) = merge(table.clone(), n);
    let degrees = (rows_left.saturating_sub(1) * columns_left.saturating_sub(1)) as f64;
    let rows = pooled
        .counts
        .iter()
        .enumerate()
        .map(|(cell, &count)| {
            let (low, high) = share_interval(count, n, 0.95);
            let (row, column) = (row_sums[cell / columns], column_sums[cell % columns]);
            if n == 0 || row == 0 || column == 0 {
                return Row { low, high, ..Row::default() };
            }
            let law = CountLaw::hypergeometric(n, row, column);
            let tested = if degrees > 0.0 { Tested::Together(degrees) } else { Tested::No };
            let p_value = (law.variance() > 0.0).then(|| law.tails(count).two_sided());
            Row { target: Some(law.mean() / n as f64), expected: Some(law.mean()), error: Some(law.variance().sqrt()), p_value, low, high, tested }
        })
        .collect();
    if degrees == 0.0 {
        let note = if n == 0 { "no trials" } else { "too few trials, or a single row or column that was seen" };
        return Fit { rows, tests: vec![Outcome::untested(method, note)] };
    }
    let sums = |row: &[u64]| row.iter().sum::<u64>();
    let merged_columns: Vec<u64> = (0..columns_left).map(|column| merged.iter().map(|row| row[column]).sum()).collect();
    let mut comparison = Comparison::default();
    for row in &merged {
        for (&count, &column) in row.iter().zip(&merged_columns) {
            comparison.add(count as f64, sums(row) as f64 * (column as f64 / n as f64));
        }
    }
    let effect = (comparison.pearson / n as f64 / (rows_left.min(columns_left) - 1) as f64).sqrt();
    let mut main =
        Outcome { method, effect: Some(effect), statistic: Some(comparison.pearson), degrees_of_freedom: Some(degrees), ..Outcome::default() };
    main.p_value = Some(comparison.p_value(degrees));
    if degrees == 1.0 {
        main.method = "Fisher's exact test";
        main.statistic = None;
        main.degrees_of_freedom = None;
        main.p_value = Some(CountLaw::hypergeometric(n, sums(&merged[0]), merged_columns[0]).tails(merged[0][0]).two_sided());
    }
    let (gone_rows, gone_columns) = (table.len() - rows_left, columns - columns_left);
    if gone_rows + gone_columns > 0 {
        main.note = format!("merged for small expected counts: {gone_rows} rows and {gone_columns} columns");
    }
    Fit { rows, tests: vec![main] }
}

/// Drops empty rows and columns, then merges the row or the column of the smallest sum with the next smallest until every cell is expected five times, or the table is two by two.
fn merge(mut table: Vec<Vec<u64>>, n: u64) -> (Vec<Vec<u64>>, usize, usize) {
    table.retain(|row| row.iter().any(|&count| count > 0));
    let mut columns = table.first().map_or(0, Vec::len);
    for column in (0..columns).rev() {
        if table.iter().all(|row| row[column] == 0) {
            for row in &mut table {
                row.remove(column);
            }
            columns -= 1;
        }
    }
    loop {
        let row_sums: Vec<u64> = table.iter().map(|row| row.iter().sum()).collect();
        let column_sums: Vec<u64> = (0..columns).map(|column| table.iter().map(|row| row[column]).sum()).collect();
        let smallest = |sums: &[u64]| sums.iter().copied().min().unwrap_or(0);
        let (row, column) = (smallest(&row_sums), smallest(&column_sums));
        if row as f64 * (column as f64 / (n as f64).max(1.0)) >= SMALLEST_EXPECTED || table.len() < 2 || columns < 2 || table.len() + columns == 4 {
            let rows = table.len();
            return (table, rows, columns);
        }
        let two_smallest = |sums: &[u64]| {
            let mut order: Vec<usize> = (0..sums.len()).collect();
            order.sort_by_key(|&index| (sums[index], index));
            (order[0].min(order[1]), order[0].max(order[1]))
        };
        // the smaller of both sums goes, but two rows and two columns stay
        let by_row = columns == 2 || (table.len() > 2 && row <= column);
        if by_row {
            let (kept, gone) = two_smallest(&row_sums);
            let row = table.remove(gone);
            table[kept].iter_mut().zip(row).for_each(|(sum, count)| *sum += count);
        } else {
            let (kept, gone) = two_smallest(&column_sums);
            for row in &mut table {
                let count = row.remove(gone);
                row[kept] += count;
            }
            columns -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[[u64; 3]]) -> Fit {
        let counts = rows.as_flattened().to_vec();
        let trials = counts.iter().sum();
        fit(3, &Pooled { counts, trials, squares: 0 })
    }

    /// Pearson's statistic and its degrees of freedom, by hand.
    #[test]
    fn a_table_of_three_rows() {
        let test = table(&[[10, 20, 30], [20, 20, 20], [30, 20, 10]]).tests.remove(0);
        // every cell is expected 20 times, and the four corners are off by 10
        assert_eq!((test.statistic, test.degrees_of_freedom), (Some(20.0), Some(4.0)));
        assert!((test.effect.unwrap() - (20.0_f64 / 180.0 / 2.0).sqrt()).abs() < 1e-12, "{test:?}");
        assert_eq!(test.note, "");
    }

    /// The smaller of row and column goes: a row of three trials is merged with the next smallest, and three columns stay.
    #[test]
    fn small_rows_are_merged() {
        let test = table(&[[1, 1, 1], [20, 21, 22], [30, 28, 29]]).tests.remove(0);
        assert_eq!((test.degrees_of_freedom, test.note.as_str()), (Some(2.0), "merged for small expected counts: 1 rows and 0 columns"));
        // and a column, where it is the smaller one
        let test = table(&[[1, 22, 21], [0, 20, 30], [1, 31, 29]]).tests.remove(0);
        assert_eq!((test.degrees_of_freedom, test.note.as_str()), (Some(2.0), "merged for small expected counts: 0 rows and 1 columns"));
        // one row has nothing to be independent of
        assert_eq!(table(&[[1, 2, 3], [0, 0, 0]]).tests[0].p_value, None);
    }
}
