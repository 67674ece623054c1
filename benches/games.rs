//! The three rates of each game, one thread: prizes drawn, visuals drawn, visuals drawn and judged and counted. `cargo bench --no-default-features --bench games`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sim::engine::{Judging, Plan, Sampling, Watch, run};
use sim::game::Playable;
use sim::games::{BUILT_IN, build, check};
use sim::prize::{Batch, BlockPlan, split_block};
use sim::tally::{Observable, Tally};

fn built(text: &str) -> Box<dyn Playable> {
    build(&check(text).expect("a built-in game is right"), None).expect("its lowest stake")
}

fn rates(criterion: &mut Criterion) {
    for built_in in BUILT_IN {
        let game = built(built_in.text);
        let table = game.prize_table();
        let plan = BlockPlan { block: table.block(), plays: table.block() };
        let batch: Batch = split_block(table, plan, 1, 0).swap_remove(1);
        let row = Observable::offsets(game.observables()).pop().unwrap_or(0);
        let mut group = criterion.benchmark_group(built_in.id);
        group.throughput(Throughput::Elements(batch.plays()));
        group.bench_function("draw + visual", |bench| {
            bench.iter(|| {
                game.draw_only(1, &batch);
            });
        });
        group.bench_function("draw + visual + judge", |bench| {
            bench.iter(|| {
                let mut tally = Tally::new(table.tiers().len(), row, 1);
                game.play(1, &batch, &mut tally);
                assert_eq!((tally.mismatch_count(), tally.ambiguous_count()), (0, 0));
                assert_eq!(tally.tiers.iter().map(|tier| tier.judged).sum::<u64>(), batch.plays());
                tally
            });
        });
        group.throughput(Throughput::Elements(table.block()));
        for (name, judging) in [("engine, a block, prizes only", Judging::None), ("engine, a block", Judging::Full)] {
            group.sample_size(10);
            group.bench_function(name, |bench| {
                bench.iter(|| {
                    let plan = Plan { seed: 1, plays: table.block(), sampling: Sampling::Block, judging };
                    let outcome = run(&*game, plan, 1, &Watch::default()).expect("a run");
                    assert_eq!(table.paid(&outcome.tally.drawn()), table.total(), "a block pays its table");
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, rates);
criterion_main!(benches);
