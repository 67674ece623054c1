//! Prize tables the tests share.

use crate::money::Cents;
use crate::prize::PrizeTable;

/// A table of (prize in cents, plays a block).
pub fn table(stake: i64, block: u64, rows: &[(i64, u64)]) -> PrizeTable {
    let rows: Vec<(Cents, u64)> = rows.iter().map(|&(prize, winners)| (Cents(prize), winners)).collect();
    PrizeTable::new(Cents(stake), block, &rows).unwrap()
}

/// Star Color at 1 EUR (article 3.1).
pub fn star_color() -> PrizeTable {
    table(100, 1_000_000, &[(2_000_000, 1), (100_000, 1), (10_000, 10), (1_200, 24_100), (400, 28_000), (200, 85_000), (100, 106_800)])
}

/// Yam's ! at 1 EUR (article 3.2).
pub fn yams() -> PrizeTable {
    table(
        100,
        700_000,
        &[(500_000, 1), (50_000, 1), (2_000, 400), (1_000, 18_000), (500, 25_000), (400, 3_500), (300, 5_000), (200, 31_000), (100, 80_500)],
    )
}

/// Diamond River (article 4).
pub fn diamond_river() -> PrizeTable {
    table(
        291,
        1_500_000,
        &[(3_000_000, 1), (100_000, 3), (10_000, 500), (5_000, 8_000), (2_000, 44_050), (1_000, 20_000), (600, 195_000), (300, 179_917)],
    )
}

/// Deal 'Em, game 767 of the Wisconsin Lottery (published 2012-02-29, <https://wilottery.com/games/instant-games/deal-em-features-procedures>): 1 050 tickets at 0.50 USD.
pub fn deal_em() -> PrizeTable {
    table(50, 1_050, &[(7_500, 1), (6_000, 1), (5_000, 1), (2_000, 1), (500, 2), (100, 20), (50, 200)])
}

/// The published table's computed figures (return, hit frequency, variance of a play in cents squared, SD in stakes), as recorded with it.
#[test]
fn deal_em_is_the_published_table() {
    let table = deal_em();
    let found = crate::stats::moments(&categories(&table));
    assert_eq!((table.winning_plays(), table.total()), (226, 33_500));
    for (found, recorded, decimals) in [
        (found.mean / 50.0, "0.638095", 6),
        (226.0 / 1_050.0, "0.215238", 6),
        (found.variance / 10_000.0, "11.5601", 4),
        (found.variance.sqrt() / 50.0, "6.8000", 4),
    ] {
        assert_eq!(format!("{found:.decimals$}"), recorded);
    }
}

/// (prize, plays) of all tiers.
pub fn categories(table: &PrizeTable) -> Vec<(i64, u64)> {
    table.tiers().iter().map(|tier| (tier.prize.0, tier.winners)).collect()
}
