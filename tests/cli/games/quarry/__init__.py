"""Round a quarry: a sealed, secret choice of tyres, then roll or wait. Only for the tests of the terminal."""
