/**
 * Computes what a sync changes in ratings and notes. Pure.
 *
 * | here       | there      | what happens                                         |
 * |------------|------------|------------------------------------------------------|
 * | new        | as before  | pushed                                               |
 * | as before  | new        | pulled                                               |
 * | new        | new        | nothing: both stay until only one of them changes    |
 * | removed    | as before  | nothing: a value is never replaced by the lack of it |
 * | as before  | removed    | nothing                                              |
 */
import type { Base, Here, Known, Merged, There } from './model'

interface Sides {
  before: Base
  here: Here
  there: There | undefined
}

/** Must run after everything else is merged: no entry is added for an opinion alone. */
export function mergeOpinions({ base, pull, push }: Merged, { before, here, there }: Sides) {
  const canPush = there !== undefined || Object.keys(push).length > 0
  const score = decide(
    { own: here.score, theirs: there ? there.score : null, known: before.score },
    (own) => roundScore(own, here.scoreStep ?? 1),
    canPush,
  )
  const notes = decide(
    { own: here.notes, theirs: there ? there.notes : null, known: before.notes },
    (own) => own,
    canPush,
  )
  if (score.push !== undefined) push.score = score.push
  if (notes.push !== undefined) push.notes = notes.push
  if (score.pull !== undefined) pull.score = score.pull
  if (notes.pull !== undefined) pull.notes = notes.pull
  if (score.known) base.score = score.known
  if (notes.known) base.notes = notes.known
}

const roundScore = (score: number, step: number) => Math.max(step, Math.round(score / step) * step)

interface Values<Value> {
  own: Value | null | undefined
  theirs: Value | null | undefined
  known: Known<Value> | undefined
}

interface Decision<Value> {
  push?: Value
  pull?: Value
  known: Known<Value> | undefined
}

/**
 * Decides whether a value is pushed or pulled. `round` returns a value as the service stores it.
 */
function decide<Value>(
  { own, theirs, known }: Values<Value>,
  round: (own: Value) => Value,
  canPush: boolean,
): Decision<Value> {
  if (own === undefined || theirs === undefined) return { known }
  const isNewHere = isNew(own, known?.here)
  const isNewThere = isNew(theirs, known?.there)
  const isSame = own !== null && round(own) === theirs
  if (isSame || (isNewHere && isNewThere)) return { known: { here: own, there: theirs } }
  if (isNewThere) return { pull: theirs!, known: { here: theirs, there: theirs } }
  return isNewHere && canPush ? { push: own!, known: { here: own, there: round(own!) } } : { known }
}

/** A missing value is never new. */
const isNew = <Value>(value: Value | null, before: Value | null | undefined) =>
  value !== null && value !== before
