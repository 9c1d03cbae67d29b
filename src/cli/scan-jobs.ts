import { scanningJobs } from '../ingest/scanning/jobs'
import { giveUpScan, retryScan } from '../ingest/scanning/service'
import type { Ground } from './server/ground'

/** Scans at the same time in one process. */
const scansAtOnce = 2

/** What is done with scans that fail for good, and with those that a person asks for again. */
export const scanEnds = ({ ctx }: Pick<Ground, 'ctx'>) => ({
  onFailed: giveUpScan(ctx),
  onRetried: retryScan(ctx),
})

export function registerScans({ ctx, engine }: Pick<Ground, 'ctx' | 'engine'>) {
  for (const [kind, handler] of Object.entries(scanningJobs(ctx))) {
    engine.register(kind, handler, { slots: scansAtOnce, ...scanEnds({ ctx }) })
  }
}
