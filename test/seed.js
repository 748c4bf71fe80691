// Loaded ahead of every test file: property tests draw the same values in every run of the suite, so that none passes or
// fails by luck. A file that is run alone draws others each time, and a failure there names its seed.
import fc from 'fast-check'

fc.configureGlobal({ seed: 20_261_117 })
