//! The costs of each game: a batch drawn, and drawn, judged and counted; generate and judge each alone; the engine on one thread and on all. `cargo bench --no-default-features --bench games`

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use sim::engine::{Judging, Plan, Sampling, Watch, run};
use sim::game::{Game, Playable, Verdict, play_lanes};
use sim::games::dice::{Dice, Params};
use sim::games::gems::Gems;
use sim::games::stars::Stars;
use sim::games::{BUILT_IN, build, check};
use sim::prize::{Batch, BlockPlan, TierId, split_block};
use sim::random::Lanes;
use sim::tally::{Observable, Tally};
use sim::vector::{Work, wide};
use std::hint::black_box;

fn built(text: &str) -> Box<dyn Playable> {
    build(&check(text).expect("a built-in game is right"), None).expect("its lowest stake")
}

/// A chunk of each of some tiers, drawn.
struct Draw<'a, G: Game> {
    game: &'a G,
    tiers: &'a mut [(TierId, Lanes)],
    visuals: &'a mut [Vec<G::Visual>],
}

impl<G: Game> Work for Draw<'_, G> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for ((tier, lanes), visuals) in self.tiers.iter_mut().zip(self.visuals) {
            self.game.generate(*tier, lanes, black_box(visuals));
        }
    }
}

/// The same chunks, judged.
struct Judge<'a, G: Game> {
    game: &'a G,
    visuals: &'a [Vec<G::Visual>],
    verdicts: &'a mut [Verdict<G::Evidence>],
}

impl<G: Game> Work for Judge<'_, G> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for visuals in self.visuals {
            self.game.judge(black_box(visuals), self.verdicts);
            black_box(&mut *self.verdicts);
        }
    }
}

/// Generate and judge, each alone: a chunk that loses and a chunk of the commonest prize, in the nearest cache.
fn apart<G: Game>(group: &mut BenchmarkGroup<'_, WallTime>, game: &G) {
    let table = game.prize_table();
    let losing = table.ids().last().expect("a losing tier");
    let common = table.ids().filter(|&tier| tier != losing).max_by_key(|&tier| table.tiers()[tier.index()].winners).expect("a prize");
    let mut tiers = [losing, common].map(|tier| (tier, play_lanes(1, 0, tier)));
    let mut visuals = vec![vec![G::Visual::default(); G::CHUNK]; tiers.len()];
    let mut verdicts = vec![Verdict::<G::Evidence>::default(); G::CHUNK];
    group.throughput(Throughput::Elements((tiers.len() * G::CHUNK) as u64));
    group.bench_function("generate", |bench| bench.iter(|| wide(Draw { game, tiers: &mut tiers, visuals: &mut visuals })));
    wide(Draw { game, tiers: &mut tiers, visuals: &mut visuals });
    group.bench_function("judge", |bench| bench.iter(|| wide(Judge { game, visuals: &visuals, verdicts: &mut verdicts })));
    assert!(verdicts.iter().all(|verdict| verdict.prize == table.prize(common) && !verdict.ambiguous), "the last chunk pays its prize");
}

/// [`apart`] for a built-in game.
fn stages(group: &mut BenchmarkGroup<'_, WallTime>, text: &str) {
    let file = check(text).expect("a built-in game is right");
    let offer = file.offer(None).expect("its lowest stake");
    match file.mechanic.value.as_str() {
        "dice" => {
            let params = Params::read(&file).expect("its section");
            apart(group, &Dice::<3>::new(&file.id, &offer.table, &params).expect("three cups"));
        }
        "stars" => apart(group, &Stars::new(&file, offer).expect("a sky")),
        _ => apart(group, &Gems::<u32>::new(&file, offer).expect("a grid")),
    }
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
        stages(&mut group, built_in.text);
        group.throughput(Throughput::Elements(table.block()));
        let full = Judging::Full;
        for (name, judging, threads) in
            [("engine, a block, prizes only", Judging::None, 1), ("engine, a block", full, 1), ("engine, a block, all threads", full, 0)]
        {
            group.sample_size(10);
            group.bench_function(name, |bench| {
                bench.iter(|| {
                    let plan = Plan { seed: 1, plays: table.block(), sampling: Sampling::Block, judging };
                    let outcome = run(&*game, plan, threads, &Watch::default()).expect("a run");
                    assert_eq!(table.paid(&outcome.tally.drawn()), table.total(), "a block pays its table");
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, rates);
criterion_main!(benches);
