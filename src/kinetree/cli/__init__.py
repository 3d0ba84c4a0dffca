"""The command line, and the benchmark that it and `benchmarks/` run."""
