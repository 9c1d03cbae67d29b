/**
 * Imports metadata that people locked in the other program. Here, it counts as edited by a user.
 * Fields that someone edited or locked here do not change. Lists are merged. Values from a program
 * without locks are treated as written automatically.
 */
import { bookEntity } from '../../../../catalog/books/metadata/book-fields'
import type { Entity } from '../../../../catalog/metadata/field-table'
import {
  applyInTransaction,
  type FieldPreview,
  previewChangeSet,
} from '../../../../catalog/metadata/change-sets/change-sets'
import { edited } from '../../../../catalog/metadata/source-priority'
import { seriesEntity } from '../../../../catalog/series/metadata/series-fields'
import { Refusal } from '../../../../errors'
import type { Tx } from '../../../../platform/db/store'
import { releaseMemory } from '../../release-memory'
import { type ImportRun, runStep, sliceIterable } from '../import-run'
import { count, type Outcome } from '../report'

type EditRun = Omit<ImportRun, 'people'>
type Values = Readonly<Record<string, unknown>>

const editsAtOnce = 20

export async function mergeEdits(run: EditRun) {
  let done = 0
  for (const slice of sliceIterable(listEdits(run), editsAtOnce)) {
    await run.watch.onStep?.('edits', done)
    const outcomes = await runStep(run, (_, tx) => mergeSlice(run, slice, tx))
    for (const outcome of outcomes) count(run.report.edits, outcome)
    done += slice.length
    releaseMemory()
  }
}

interface Edited {
  kind: 'series' | 'book'
  /** undefined if the item is not on this server. */
  id: string | undefined
  edits: Values
}

function* listEdits({ source, matched }: EditRun): Generator<Edited> {
  for (const { foreignId, edits } of source.series()) {
    if (Object.keys(edits).length === 0) continue
    yield { kind: 'series', id: matched.series.get(foreignId), edits }
  }
  for (const { bookId, edits } of source.bookEdits()) {
    yield { kind: 'book', id: matched.books.get(bookId)?.book.id, edits }
  }
}

async function mergeSlice(run: EditRun, slice: readonly Edited[], tx: Tx | undefined) {
  const outcomes: Outcome[] = []
  for (const { kind, ...one } of slice) {
    outcomes.push(
      kind === 'series'
        ? await mergeValues(run, seriesEntity, { ...one, tx })
        : await mergeValues(run, bookEntity, { ...one, tx }),
    )
  }
  return outcomes
}

async function mergeValues<Row>(
  run: EditRun,
  entity: Entity<Row>,
  { id, edits, tx }: Pick<Edited, 'id' | 'edits'> & { tx: Tx | undefined },
): Promise<Outcome> {
  if (id === undefined) return 'waiting'
  const { ctx, importId } = run
  const { metadataSource } = run.source
  try {
    // Uses an automatic source, so that the preview reports invalid values.
    const proposal = { id, source: metadataSource ?? 'plugin:import', values: edits }
    const fields = await previewChangeSet(tx ?? ctx.db, entity, proposal)
    const values = metadataSource ? chooseOffered(fields, edits) : chooseValues(fields, edits)
    if (Object.keys(values).length === 0) return judge(fields, metadataSource)
    if (!tx || importId === null) return 'new'
    const source = metadataSource ?? edited
    const change = { id, source, values, runId: importId }
    const applied = await tx.nest((nested) => applyInTransaction(ctx, nested, entity, change))
    return applied.id === undefined ? 'same' : 'new'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return 'not_possible'
  }
}

const chooseOffered = (fields: readonly FieldPreview[], edits: Values): Values =>
  Object.fromEntries(
    fields.flatMap(({ field, status }) => (status === 'will_apply' ? [[field, edits[field]]] : [])),
  )

function chooseValues(fields: readonly FieldPreview[], edits: Values): Values {
  const chosen = fields.flatMap(({ field, status, current }) => {
    const isOurs = current.source === edited || current.isLocked
    if (isOurs || status === 'invalid' || status === 'unchanged') return []
    return [[field, unite(current.value, edits[field])] as const]
  })
  return Object.fromEntries(chosen)
}

/** Merges two lists. Returns the new value if one of the values is not a list. */
function unite(current: unknown, given: unknown) {
  if (!Array.isArray(current) || !Array.isArray(given)) return given
  const known = new Set(current.map((one) => JSON.stringify(one)))
  return [...current, ...given.filter((one) => !known.has(JSON.stringify(one)))] as unknown[]
}

/**
 * Returns the outcome if nothing is applied. An offered value may already be stored here in a
 * different form.
 */
function judge(fields: readonly FieldPreview[], source: string | undefined): Outcome {
  const isHere = ({ status, current }: FieldPreview) =>
    status === 'unchanged' ||
    (status === 'outranked' && source !== undefined && current.source === source)
  if (fields.every(isHere)) return 'same'
  return fields.some(({ status }) => status === 'invalid') ? 'not_possible' : 'older'
}
