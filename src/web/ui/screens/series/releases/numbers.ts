/** Volumes or chapters of a series, prepared for display. Pure. */
import type { Schemas } from '../../../api/client'

export type Span = Schemas['NumberSpan']
export type State = Span['state']

/**
 * Maximum count of numbers that are shown individually. If there are more, adjacent numbers with
 * the same state are shown as spans.
 */
const mostSingle = 120

export function getMarks(spans: readonly Span[]): Span[] {
  const count = spans.reduce((sum, span) => sum + getSize(span), 0)
  if (count > mostSingle) return [...spans]
  return spans.flatMap(({ from, to, state }) =>
    Array.from({ length: to - from + 1 }, (_, offset) => ({
      from: from + offset,
      to: from + offset,
      state,
    })),
  )
}

const getSize = ({ from, to }: Span) => to - from + 1

/** Counts numbers by state, in the order of the legend. States that do not occur are omitted. */
export function countStates(spans: readonly Span[]): { state: State; count: number }[] {
  const order: readonly State[] = ['read', 'in_progress', 'unread', 'missing', 'ahead']
  return order
    .map((state) => ({
      state,
      count: spans.filter((span) => span.state === state).reduce((sum, s) => sum + getSize(s), 0),
    }))
    .filter(({ count }) => count > 0)
}

/** Returns the number that follows the highest existing one, or undefined if none is expected. */
export function findNextNumber(
  spans: readonly Span[],
  status: Schemas['Series']['metadata']['status'],
): number | undefined {
  const last = spans.at(-1)
  if (last?.state === 'ahead') return last.from
  return last && status === 'ongoing' ? last.to + 1 : undefined
}
