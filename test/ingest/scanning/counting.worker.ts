/** The Worker that reads book files, with a log of its reads. */
// oxlint-disable-next-line import/no-unassigned-import -- it replaces a method before the Worker starts
import './count-reads'
// oxlint-disable-next-line import/no-unassigned-import -- it is the Worker itself
import '../../../src/ingest/scanning/read/analyze.worker'
