//! The split of a block over its batches, without replacement, for each built-in game. `cargo bench --no-default-features --bench block`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sim::games::{BUILT_IN, check};
use sim::prize::{BlockPlan, independent_batch, split_block};
use sim::random::Weighted;

fn split(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("split");
    for game in BUILT_IN {
        let file = check(game.text).expect("a built-in game is right");
        let table = &file.offers[0].table;
        let plan = BlockPlan { block: table.block(), plays: table.block() * 1_000_000 };
        group.throughput(Throughput::Elements(table.block()));
        let mut block = 0;
        group.bench_function(game.id, |bench| {
            bench.iter(|| {
                block += 1;
                let batches = split_block(table, plan, 1, block);
                assert_eq!(batches.iter().map(|batch| table.paid(&batch.counts)).sum::<i128>(), table.total(), "a block pays its table");
                batches
            });
        });
    }
    group.finish();
}

fn independent(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("independent plays");
    for game in BUILT_IN {
        let file = check(game.text).expect("a built-in game is right");
        let table = &file.offers[0].table;
        let weights: Vec<u64> = table.tiers().iter().map(|tier| tier.winners).collect();
        let odds = Weighted::new(&weights).expect("a prize table has plays");
        let plan = BlockPlan { block: table.block(), plays: table.block() * 1_000_000 };
        group.throughput(Throughput::Elements(50_000));
        let mut index = 0;
        group.bench_function(game.id, |bench| {
            bench.iter(|| {
                index = (index + 1) % 10;
                let batch = independent_batch(&odds, weights.len(), plan, 1, index);
                assert_eq!(batch.plays(), 50_000);
                batch
            });
        });
    }
    group.finish();
}

criterion_group!(benches, split, independent);
criterion_main!(benches);
