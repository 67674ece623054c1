//! A prize table: what one block of plays pays, tier by tier, in whole cents and whole plays.

use crate::money::{Cents, decimal_text, grouped};
use serde::{Deserialize, Serialize};

/// A row of the prize table, 0 the first (the top prize); the losing plays are the last tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TierId(pub u16);

impl TierId {
    /// The position of the tier in the table.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One tier: `winners` plays of a block that pay `prize` each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tier {
    /// What a play of this tier pays; 0 for the losing tier.
    pub prize: Cents,
    /// Plays of this tier in one block.
    pub winners: u64,
}

/// Why rows are no prize table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrizeTableError {
    /// The stake is 0 or less.
    #[error("the stake is {0}: it must be more than 0")]
    Stake(Cents),
    /// The block is empty.
    #[error("the block holds no play: it must hold at least one")]
    EmptyBlock,
    /// More winners than plays.
    #[error("{} winning plays do not fit a block of {} plays", grouped(*winners), grouped(u128::from(*block)))]
    TooManyWinners {
        /// The sum of the rows.
        winners: u128,
        /// Plays of a block.
        block: u64,
    },
    /// A winning tier that pays nothing.
    #[error("tier {} pays 0: losing plays are what the block holds beside the winners, not a row", .0.0)]
    ZeroPrize(TierId),
    /// More tiers than a [`TierId`] can name.
    #[error("{0} tiers are too many: at most 65 000")]
    TooManyTiers(usize),
    /// The block is larger than 10^15 plays.
    #[error("a block of {} plays is too large: at most 10^15", grouped(u128::from(*.0)))]
    BlockTooLarge(u64),
}

/// What one block pays: valid by construction, winning tiers in the order given, the losing tier last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrizeTable {
    stake: Cents,
    block: u64,
    tiers: Vec<Tier>,
    decimals: u32,
}

impl PrizeTable {
    /// A table of `rows` (prize, winners a block) for a block of `block` plays at `stake`; the losing tier is added last, even when it is empty.
    ///
    /// # Errors
    /// Every reason why the rows are no table.
    pub fn new(stake: Cents, block: u64, rows: &[(Cents, u64)]) -> Result<Self, Vec<PrizeTableError>> {
        let mut errors = Vec::new();
        if stake <= Cents::ZERO {
            errors.push(PrizeTableError::Stake(stake));
        }
        if block == 0 {
            errors.push(PrizeTableError::EmptyBlock);
        }
        if block > 1_000_000_000_000_000 {
            errors.push(PrizeTableError::BlockTooLarge(block));
        }
        if rows.len() > 65_000 {
            errors.push(PrizeTableError::TooManyTiers(rows.len()));
        }
        for (row, &(prize, _)) in rows.iter().enumerate().take(65_000) {
            if prize <= Cents::ZERO {
                errors.push(PrizeTableError::ZeroPrize(TierId(u16::try_from(row).unwrap_or(u16::MAX))));
            }
        }
        let winners: u128 = rows.iter().map(|&(_, winners)| u128::from(winners)).sum();
        if winners > u128::from(block) && block > 0 {
            errors.push(PrizeTableError::TooManyWinners { winners, block });
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let losing = block - u64::try_from(winners).unwrap_or(block);
        let mut tiers: Vec<Tier> = rows.iter().map(|&(prize, winners)| Tier { prize, winners }).collect();
        tiers.push(Tier { prize: Cents::ZERO, winners: losing });
        Ok(Self { stake, block, tiers, decimals: 2 })
    }

    /// The same table in a currency with `decimals` decimals: 0 to 3; a new table has 2.
    #[must_use]
    pub fn with_decimals(self, decimals: u32) -> Self {
        Self { decimals, ..self }
    }

    /// Decimals of the currency: `10^decimals` minor units are one unit.
    #[must_use]
    pub const fn decimals(&self) -> u32 {
        self.decimals
    }

    /// An amount of minor units as people write it in the table's currency.
    #[must_use]
    pub fn words(&self, minor_units: i128) -> String {
        decimal_text(minor_units, self.decimals)
    }

    /// An amount as people write it in the table's currency.
    #[must_use]
    pub fn amount(&self, amount: Cents) -> String {
        self.words(amount.wide())
    }

    /// The price of a play.
    #[must_use]
    pub const fn stake(&self) -> Cents {
        self.stake
    }

    /// Plays in a block.
    #[must_use]
    pub const fn block(&self) -> u64 {
        self.block
    }

    /// All tiers, the losing tier last.
    #[must_use]
    pub fn tiers(&self) -> &[Tier] {
        &self.tiers
    }

    /// The identifiers of all tiers, the losing tier last.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = TierId> + use<> {
        (0..u16::try_from(self.tiers.len()).unwrap_or(u16::MAX)).map(TierId)
    }

    /// The losing tier.
    #[must_use]
    pub fn losing(&self) -> TierId {
        TierId(u16::try_from(self.tiers.len() - 1).unwrap_or(u16::MAX))
    }

    /// What a play of `tier` pays.
    #[must_use]
    pub fn prize(&self, tier: TierId) -> Cents {
        self.tiers[tier.index()].prize
    }

    /// Plays of `tier` in a block.
    #[must_use]
    pub fn winners(&self, tier: TierId) -> u64 {
        self.tiers[tier.index()].winners
    }

    /// The first tier that pays `prize` (the losing tier for 0).
    #[must_use]
    pub fn tier_of(&self, prize: Cents) -> Option<TierId> {
        self.ids().find(|&tier| self.prize(tier) == prize)
    }

    /// Winning plays of a block.
    #[must_use]
    pub fn winning_plays(&self) -> u64 {
        self.block - self.winners(self.losing())
    }

    /// What a whole block pays, in cents.
    #[must_use]
    pub fn total(&self) -> i128 {
        self.tiers.iter().map(|tier| tier.prize.wide() * i128::from(tier.winners)).sum()
    }

    /// What `counts` plays of each tier pay together, in cents; `counts.len()` is the number of tiers.
    #[must_use]
    pub fn paid(&self, counts: &[u64]) -> i128 {
        self.tiers.iter().zip(counts).map(|(tier, &count)| tier.prize.wide() * i128::from(count)).sum()
    }

    /// A tier as people name it: `prize 2.50` or `losing plays`.
    #[must_use]
    pub fn name(&self, tier: TierId) -> String {
        if tier == self.losing() { "losing plays".to_owned() } else { format!("prize {}", self.amount(self.prize(tier))) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(stake: i64, block: u64, rows: &[(i64, u64)]) -> Result<PrizeTable, Vec<PrizeTableError>> {
        PrizeTable::new(Cents(stake), block, &rows.iter().map(|&(prize, winners)| (Cents(prize), winners)).collect::<Vec<_>>())
    }

    #[test]
    fn a_table_by_hand() {
        let table = table(150, 1_000, &[(200_000, 1), (500, 20), (150, 179)]).unwrap();
        assert_eq!((table.stake(), table.block(), table.decimals()), (Cents(150), 1_000, 2));
        assert_eq!(table.tiers().iter().map(|tier| tier.winners).collect::<Vec<_>>(), [1, 20, 179, 800]);
        assert_eq!(table.ids().map(TierId::index).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!((table.losing(), table.winning_plays()), (TierId(3), 200));
        assert_eq!(
            table.ids().map(|tier| (table.prize(tier).0, table.winners(tier))).collect::<Vec<_>>(),
            [(200_000, 1), (500, 20), (150, 179), (0, 800)]
        );
        assert_eq!(
            [200_000, 500, 150, 0, 1].map(|prize| table.tier_of(Cents(prize))),
            [Some(TierId(0)), Some(TierId(1)), Some(TierId(2)), Some(TierId(3)), None]
        );
        assert_eq!(table.total(), 200_000 + 20 * 500 + 179 * 150);
        assert_eq!([table.paid(&[0, 0, 0, 7]), table.paid(&[2, 0, 3, 5])], [0, 2 * 200_000 + 3 * 150]);
    }

    #[test]
    fn amounts_are_written_in_the_currency() {
        let table = table(150, 10, &[(200_000, 1)]).unwrap();
        assert_eq!(
            (table.words(-5), table.amount(Cents(150)), table.name(TierId(0)), table.name(TierId(1))),
            ("-0.05".into(), "1.50".into(), "prize 2 000".into(), "losing plays".into())
        );
        let dinars = table.with_decimals(3);
        assert_eq!(
            (dinars.decimals(), dinars.words(1_500), dinars.amount(Cents(150)), dinars.name(TierId(0))),
            (3, "1.500".into(), "0.150".into(), "prize 200".into())
        );
        assert_eq!((dinars.stake(), dinars.block(), dinars.tiers().len()), (Cents(150), 10, 2), "nothing else changes");
    }

    /// Each limit, from both sides.
    #[test]
    fn rows_that_are_no_table_say_why() {
        use PrizeTableError::{BlockTooLarge, EmptyBlock, Stake, TooManyTiers, TooManyWinners, ZeroPrize};
        assert_eq!([table(0, 1, &[]), table(-1, 1, &[])], [0, -1].map(|stake| Err(vec![Stake(Cents(stake))])));
        assert_eq!(table(1, 0, &[(1, 7)]), Err(vec![EmptyBlock]), "how many winners fit no play is no other mistake");
        assert_eq!(table(1, 1_000_000_000_000_001, &[]), Err(vec![BlockTooLarge(1_000_000_000_000_001)]));
        assert_eq!(table(1, 9, &[(5, 1), (0, 1), (-5, 1)]), Err(vec![ZeroPrize(TierId(1)), ZeroPrize(TierId(2))]));
        assert_eq!(table(1, 9, &[(5, 4), (3, 6)]), Err(vec![TooManyWinners { winners: 10, block: 9 }]));
        assert_eq!(table(1, 9, &[(5, u64::MAX), (3, u64::MAX)]), Err(vec![TooManyWinners { winners: 2 * u128::from(u64::MAX), block: 9 }]));
        let rows = |rows: usize| table(1, 65_001, &vec![(1, 1); rows]);
        assert_eq!(rows(65_001), Err(vec![TooManyTiers(65_001)]));
        assert_eq!(table(0, 0, &[(0, 0)]), Err(vec![Stake(Cents::ZERO), EmptyBlock, ZeroPrize(TierId(0))]), "all mistakes at once");
        let least = [table(1, 1, &[(1, 1)]), table(1, 1, &[]), table(1, 1_000_000_000_000_000, &[]), rows(65_000)].map(|table| table.unwrap());
        assert_eq!(least.map(|table| (table.tiers().len(), table.winning_plays())), [(2, 1), (1, 0), (1, 0), (65_001, 65_000)]);
    }

    #[test]
    fn mistakes_are_told_in_words() {
        let words = |error: PrizeTableError| error.to_string();
        assert_eq!(words(PrizeTableError::TooManyWinners { winners: 1_234, block: 1_000 }), "1 234 winning plays do not fit a block of 1 000 plays");
        assert_eq!(
            words(PrizeTableError::ZeroPrize(TierId(3))),
            "tier 3 pays 0: losing plays are what the block holds beside the winners, not a row"
        );
    }
}
