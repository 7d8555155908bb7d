"""Some turns of every game in browsers other than the one of the tests: `make browsers`, not part of `make test`."""
