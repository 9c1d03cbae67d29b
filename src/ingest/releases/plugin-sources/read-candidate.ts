/** Parses releases sent by plugins. Skips invalid values and limits the size of the rest. Pure. */
import { isUuid } from '../../../platform/http/shapes'
import {
  readId,
  readItems,
  readLine,
  readNumber,
  readObject,
  readUrl,
} from '../../providers/text/read-json'
import type { FoundRelease } from '../ledger/record-releases'
import { maxSpans, type NumberSpan } from '../rules/read-numbers'

export interface ReleaseCandidate extends Omit<FoundRelease, 'series'> {
  seriesId: string
}

const maxNumber = 99_999

/** Returns undefined if the value lacks required fields. */
export function readCandidate(value: unknown): ReleaseCandidate | undefined {
  const given = readObject(value)
  const match = readObject(given['seriesMatch'])
  const seriesId = match['codexSeriesId'] ?? match['seriesId']
  const externalReleaseId = readLine(given['externalReleaseId'])
  if (!isUuid(seriesId) || externalReleaseId === undefined) return undefined
  const [volumes, chapters] = [readSpans(given, 'volume'), readSpans(given, 'chapter')]
  return {
    seriesId: seriesId.toLowerCase(),
    externalReleaseId,
    infoHash: readInfoHash(given['infoHash']),
    title: readLine(given['title']) ?? describeNumbers(volumes, chapters) ?? externalReleaseId,
    volumes,
    chapters,
    language: readLanguage(given['language']),
    groupOrUploader: readLine(given['groupOrUploader'])?.slice(0, 200) ?? null,
    payloadUrl: readUrl(given['payloadUrl']) ?? '',
    confidence: Math.min(Math.max(readNumber(match['confidence']) ?? 0, 0), 1),
    releasedAt: readTime(given['releasedAt']),
  }
}

/** Reads spans, such as `volumes`. Older plugins send a single `volume` instead. */
function readSpans(given: Readonly<Record<string, unknown>>, name: 'volume' | 'chapter') {
  const single = readNumber(given[name])
  const spans = readItems(given[`${name}s`]).flatMap(readSpan)
  if (spans.length > 0) return spans.slice(0, maxSpans)
  return single === undefined ? [] : readSpan({ start: single, end: single })
}

function readSpan(value: unknown): NumberSpan[] {
  const given = readObject(value)
  const start = readNumber(given['start'])
  const end = readNumber(given['end']) ?? start
  const isValid =
    start !== undefined && end !== undefined && start >= 0 && end >= start && end <= maxNumber
  return isValid ? [{ start, end }] : []
}

function describeNumbers(volumes: readonly NumberSpan[], chapters: readonly NumberSpan[]) {
  const parts = [
    ...volumes.map((span) => describeSpan('v', span)),
    ...chapters.map((span) => describeSpan('c', span)),
  ]
  return parts.length > 0 ? parts.join(' ') : undefined
}

const describeSpan = (mark: string, { start, end }: NumberSpan) =>
  `${mark}.${start === end ? start : `${start}-${end}`}`

const readInfoHash = (value: unknown) =>
  readId(value)
    ?.toLowerCase()
    .match(/^[a-z0-9]{32,64}$/)?.[0] ?? null

function readLanguage(value: unknown): string | null {
  const tag = readLine(value)?.toLowerCase() ?? ''
  return /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(tag) ? tag : null
}

function readTime(value: unknown): Date | null {
  const time = Date.parse(readLine(value) ?? '')
  return Number.isNaN(time) ? null : new Date(time)
}
