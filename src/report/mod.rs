//! From figures to what people look at. It recomputes no statistic.

pub mod chart;
