//! Words, bounded integers and weighted choices. `cargo bench --no-default-features --bench random`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sim::random::{Lanes, Purpose, Weighted, Words, below, coins_below, stream, subset_of};
use std::hint::black_box;

const DRAWS: u64 = 1 << 14;
const TOSSES: u64 = 1 << 20;

fn words(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("words");
    group.throughput(Throughput::Elements(DRAWS));
    let (mut one, mut lanes) = (stream(1, Purpose::Test, 0), Lanes::new(1, Purpose::Test, 0));
    assert_eq!(one.clone().word(), lanes.clone().word(), "lane 0 is the stream itself");
    group.bench_function("one generator", |bench| bench.iter(|| (0..DRAWS).fold(0_u64, |sum, _| sum.wrapping_add(one.word()))));
    group.bench_function("lanes, one by one", |bench| bench.iter(|| (0..DRAWS).fold(0_u64, |sum, _| sum.wrapping_add(lanes.word()))));
    let mut many = vec![0; 1 << 14];
    group.bench_function("lanes, in bulk", |bench| bench.iter(|| lanes.fill(black_box(&mut many))));
    group.finish();
    criterion.bench_function("a new stream of lanes", |bench| bench.iter(|| Lanes::new(black_box(1), Purpose::Test, 0)));
}

fn samplers(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("samplers");
    group.throughput(Throughput::Elements(DRAWS));
    let mut lanes = Lanes::new(2, Purpose::Test, 0);
    group.bench_function("below(6)", |bench| {
        bench.iter(|| {
            let sum = (0..DRAWS).fold(0, |sum, _| sum + lanes.below(6));
            assert!((DRAWS * 2..DRAWS * 3).contains(&sum), "the mean is 2.5");
            sum
        });
    });
    group.bench_function("below(700 000)", |bench| bench.iter(|| (0..DRAWS).fold(0, |sum, _| sum + below(&mut lanes, 700_000))));
    let throws = Weighted::new(&[240, 2880, 1800, 1200, 300, 960, 150, 240, 6]).expect("weights");
    group.bench_function("one of nine weights", |bench| {
        bench.iter(|| {
            let pairs = (0..DRAWS).filter(|_| throws.draw(&mut lanes) == 1).count() as u64;
            assert!((DRAWS / 3..DRAWS / 2).contains(&pairs), "2880 of 7776");
            pairs
        });
    });
    group.bench_function("7 of 42 cells", |bench| bench.iter(|| (0..DRAWS).fold(0, |all, _| all | subset_of(&mut lanes, (1 << 42) - 1, 7))));
    group.finish();
    let mut group = criterion.benchmark_group("coins");
    group.throughput(Throughput::Elements(TOSSES));
    let mut one = stream(3, Purpose::Test, 0);
    for (numerator, bits) in [(1, 1), (3, 2), (175, 8)] {
        group.bench_function(format!("{numerator} in {}", 1 << bits), |bench| {
            bench.iter(|| {
                let heads = coins_below(&mut one, TOSSES, numerator, bits);
                assert!(heads.abs_diff((TOSSES * u64::from(numerator)) >> bits) < 10_000, "twenty standard deviations");
                heads
            });
        });
    }
    group.finish();
}

criterion_group!(benches, words, samplers);
criterion_main!(benches);
