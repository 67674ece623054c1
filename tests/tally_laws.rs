//! Tallies merge in any order: commutative, associative, with an identity, and an error instead of a wrap-around. What a tally says of itself, by hand.
#![allow(clippy::unwrap_used)] // helpers of tests fail as tests do

use proptest::prelude::*;
use sim::money::Cents;
use sim::prize::TierId;
use sim::tally::{Basis, Fault, Observable, Place, PlaceError, Tally, TallyOverflow, Unit, WITNESSES, Witness};

const TIERS: usize = 3;
const ROW: usize = 4;
const POINTS: usize = 2;

prop_compose! {
    fn witness()(ambiguous: bool, batch in 0..6_u64, tier in 0..TIERS, index in 0..8_u64) -> Witness {
        let fault = if ambiguous { Fault::Ambiguous } else { Fault::Mismatch };
        // the same visual is always judged the same
        let judged = Cents(i64::try_from(100 * (batch + index)).unwrap());
        Witness { fault, place: Place { batch, tier: TierId(u16::try_from(tier).unwrap()), index }, judged }
    }
}

prop_compose! {
    fn tally()(
        counts in prop::collection::vec(0..1_u64 << 60, TIERS * (3 + ROW) + TIERS * POINTS),
        mismatches in prop::collection::btree_map((0..3_u16, 0..4_i64), 1..1_u64 << 60, 0..5),
        witnesses in prop::collection::vec(witness(), 0..40),
    ) -> Tally {
        let mut tally = Tally::new(TIERS, ROW, POINTS);
        let mut counts = counts.into_iter();
        for tier in &mut tally.tiers {
            for counter in [&mut tier.plays, &mut tier.judged, &mut tier.ambiguous].into_iter().chain(&mut tier.row) {
                *counter = counts.next().unwrap();
            }
        }
        for counter in tally.stretches.iter_mut().flatten() {
            *counter = counts.next().unwrap();
        }
        tally.mismatches = mismatches.into_iter().map(|((tier, judged), plays)| ((TierId(tier), Cents(100 * judged)), plays)).collect();
        for witness in witnesses {
            tally.witness(witness);
        }
        tally
    }
}

fn merged(tallies: &[&Tally]) -> Tally {
    let mut all = Tally::new(TIERS, ROW, POINTS);
    for tally in tallies {
        all.merge(tally).unwrap();
    }
    all
}

proptest! {
    #[test]
    fn merging_is_commutative_and_associative_with_an_identity(a in tally(), b in tally(), c in tally()) {
        prop_assert_eq!(&merged(&[&a]), &a);
        prop_assert_eq!(merged(&[&a, &b]), merged(&[&b, &a]));
        prop_assert_eq!(merged(&[&merged(&[&a, &b]), &c]), merged(&[&a, &merged(&[&b, &c])]));
        let mut right = a.clone();
        right.merge(&Tally::new(TIERS, ROW, POINTS)).unwrap();
        prop_assert_eq!(right, a);
    }

    #[test]
    fn the_first_witnesses_are_kept_whatever_the_order(witnesses in prop::collection::vec(witness(), 0..120), cut in 0..120_usize, shift in 0..120_usize) {
        let mut first = witnesses.clone();
        first.sort_unstable();
        first.dedup();
        let of = |fault| first.iter().filter(move |witness| witness.fault == fault).take(WITNESSES).copied();
        let expected: Vec<Witness> = of(Fault::Mismatch).chain(of(Fault::Ambiguous)).collect();
        let mut turned = witnesses;
        let length = turned.len();
        turned.rotate_left(if length == 0 { 0 } else { shift % length });
        let (left, right) = turned.split_at(cut.min(turned.len()));
        let part = |witnesses: &[Witness]| {
            let mut tally = Tally::new(TIERS, ROW, POINTS);
            for &witness in witnesses {
                tally.witness(witness);
            }
            tally
        };
        prop_assert_eq!(&part(&turned).witnesses, &expected);
        prop_assert_eq!(&merged(&[&part(left), &part(right)]).witnesses, &expected);
        prop_assert_eq!(&merged(&[&part(right), &part(left)]).witnesses, &expected);
    }

    #[test]
    fn a_tally_survives_json(tally in tally()) {
        let text = serde_json::to_string(&tally).unwrap();
        prop_assert_eq!(serde_json::from_str::<Tally>(&text).unwrap(), tally);
    }
}

#[test]
fn a_counter_at_the_edge_is_an_error_and_never_wraps() {
    type Counter = fn(&mut Tally) -> &mut u64;
    let counters: [Counter; 5] = [
        |tally| &mut tally.tiers[1].plays,
        |tally| &mut tally.tiers[2].judged,
        |tally| &mut tally.tiers[0].ambiguous,
        |tally| &mut tally.tiers[0].row[3],
        |tally| &mut tally.stretches[1][2],
    ];
    let with = |counter: Counter, value: u64| {
        let mut tally = Tally::new(TIERS, ROW, POINTS);
        *counter(&mut tally) = value;
        tally
    };
    for counter in counters {
        let mut most = with(counter, (1 << 63) - 2);
        assert_eq!(most.merge(&with(counter, 1)), Ok(()));
        assert_eq!(most.merge(&with(counter, 1)), Err(TallyOverflow));
        assert_eq!(with(counter, u64::MAX).merge(&with(counter, u64::MAX)), Err(TallyOverflow));
    }
    let mismatch = |plays| {
        let mut tally = Tally::new(TIERS, ROW, POINTS);
        tally.mismatches.insert((TierId(0), Cents(5)), plays);
        tally
    };
    assert_eq!(mismatch(1 << 62).merge(&mismatch(1 << 62)), Err(TallyOverflow));
    assert!(TallyOverflow.to_string().contains("split the run"));
}

#[test]
fn a_tally_by_hand() {
    let mut tally = Tally::new(3, 2, 0);
    assert_eq!((tally.plays(), tally.mismatch_count(), tally.ambiguous_count(), tally.drawn()), (0, 0, 0, vec![0; 3]));
    for (tier, (plays, ambiguous)) in tally.tiers.iter_mut().zip([(40, 3), (20, 0), (7, 2)]) {
        (tier.plays, tier.ambiguous) = (plays, ambiguous);
    }
    tally.mismatches.extend([((TierId(0), Cents(5)), 11), ((TierId(2), Cents(5)), 13)]);
    assert_eq!((tally.plays(), tally.mismatch_count(), tally.ambiguous_count(), tally.drawn()), (67, 24, 5, vec![40, 20, 7]));
    assert!(tally.tiers.iter().all(|tier| tier.row == [0, 0]));
}

#[test]
#[should_panic(expected = "tallies of two different plans")]
fn tallies_of_different_tiers_do_not_merge() {
    let _ = Tally::new(3, 2, 1).merge(&Tally::new(4, 2, 1));
}

#[test]
#[should_panic(expected = "tallies of two different plans")]
fn tallies_of_different_stretches_do_not_merge() {
    let _ = Tally::new(3, 2, 1).merge(&Tally::new(3, 2, 2));
}

#[test]
#[should_panic(expected = "tallies of two different plans")]
fn tallies_of_different_rows_do_not_merge() {
    let _ = Tally::new(3, 2, 1).merge(&Tally::new(3, 3, 1));
}

#[test]
fn a_place_is_read_as_it_is_written() {
    let place = Place { batch: 12, tier: TierId(3), index: 456 };
    assert_eq!(place.to_string(), "12:3:456");
    assert_eq!("12:3:456".parse(), Ok(place));
    for text in ["", "12", "12:3", "12:3:456:7", "12:3:", ":3:456", "12:65536:456", "12:-3:456", "12:+3:456", "12:3:4 56", "a:b:c"] {
        assert_eq!(text.parse::<Place>(), Err(PlaceError), "{text}");
    }
}

/// The contract's words: the column `basis` of observables.csv, and the units of trials.
#[test]
fn words_of_the_tables() {
    assert_eq!(
        [Basis::Exact, Basis::Declared, Basis::Symmetry, Basis::Reference].map(|basis| basis.word()),
        ["exact", "declared", "symmetry", "reference"]
    );
    let units = [Unit::Play, Unit::Cup, Unit::Die, Unit::Set, Unit::Cell, Unit::Throw, Unit::Line, Unit::Symbol];
    assert_eq!(units.map(Unit::plural), ["plays", "cups", "dice", "sets", "cells", "throws", "lines", "symbols"]);
}

/// A row of counters: values, trials, and the squared sizes where a trial marks a set of values.
#[test]
fn counters_stand_one_observable_after_the_other() {
    let observable = |values: usize, marks| Observable {
        name: "faces".into(),
        about: String::new(),
        unit: Unit::Die,
        values: vec![String::new(); values],
        marks,
        board: None,
        targets: Vec::new(),
        beside: None,
    };
    assert_eq!((observable(6, false).width(), observable(6, true).width()), (7, 8));
    assert_eq!(Observable::offsets(&[observable(6, false), observable(3, true), observable(1, false)]), [0, 7, 12, 14]);
}

/// Overflow checks are on in the library's own code whatever the build (`Cargo.toml`): a sum that does not fit panics rather than wraps, in release too.
#[test]
fn the_library_never_wraps_silently_in_this_build() {
    let most = std::hint::black_box(Cents(i64::MAX));
    let sum = std::panic::catch_unwind(|| most + std::hint::black_box(Cents(1)));
    assert!(sum.is_err(), "{sum:?}");
}
