/** The Worker that reads book files, with a log of its reads. */
import './count-reads'
import '../../../src/ingest/scanning/read/analyze.worker'
