/** The context of one import, which all its steps share. */
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Db, Tx } from '../../../platform/db/store'
import { importMessages } from '../messages'
import type { MatchedSource } from '../match/match-source'
import type { ForeignPerson, OpenSource } from '../neutral-form'
import { findImport } from './queries'
import type { ImportReport, ImportStep, PersonReport } from './report'

/** A person of the source, and the account on this server. */
export interface ImportedPerson {
  person: ForeignPerson
  /** null in a preview, if the account would be created. */
  userId: string | null
  report: PersonReport
}

/** Lets a job track and stop an import. */
export interface ImportWatch {
  signal?: AbortSignal
  /** `done`: number of entries processed in this step so far. */
  onStep?: (step: ImportStep, done: number) => Promise<void>
}

export interface ImportRun {
  watch: ImportWatch
  ctx: Context
  source: OpenSource
  matched: MatchedSource
  report: ImportReport
  /** null for a preview, which writes nothing. */
  importId: string | null
  now: Date
  /** People who are not left out, by ID in the other program. */
  people: ReadonlyMap<string, ImportedPerson>
}

/** Runs a step in a transaction, or without one for a preview. */
export function runStep<Result>(
  { ctx, importId, watch }: Pick<ImportRun, 'ctx' | 'importId' | 'watch'>,
  step: (db: Db, tx: Tx | undefined) => Promise<Result>,
): Promise<Result> {
  watch.signal?.throwIfAborted()
  if (importId === null) return step(ctx.heavy, undefined)
  return ctx.write(async (tx) => {
    // The import may have been undone since the previous step.
    if ((await findImport(tx, importId))?.state !== 'applying') {
      throw new Refusal('conflict', importMessages.stopped())
    }
    return step(tx, tx)
  })
}

/** Splits the items of a source into slices, so that they are never all in memory at once. */
export function* sliceIterable<Item>(items: Iterable<Item>, length: number): Generator<Item[]> {
  let slice: Item[] = []
  for (const item of items) {
    slice.push(item)
    if (slice.length < length) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
}
