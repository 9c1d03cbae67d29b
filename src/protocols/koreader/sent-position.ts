/** Validates data sent by KOReader. */
import { Refusal } from '../../errors'
import { koreaderMessages } from './messages'
import type { SentPosition } from './model'
import { SyncRefusal } from './sync-refusal'

const maxDocument = 255
const maxProgress = 4096
const maxDevice = 200

/**
 * Accepts numbers as text and text as numbers, as the reference server does, because some clients
 * send them.
 */
export function parsePosition(body: object | undefined): SentPosition {
  if (!body) throw createRefusal('invalidFields')
  const { device, ...rest } = body as Record<string, unknown>
  const document = parseDocument(rest['document'])
  const progress = typeof rest['progress'] === 'number' ? `${rest['progress']}` : rest['progress']
  const percentage = parseFraction(rest['percentage'])
  const deviceId = rest['device_id'] ?? null
  const isComplete =
    isText(progress, maxProgress) &&
    percentage !== undefined &&
    isText(device, maxDevice) &&
    (deviceId === null || isText(deviceId, maxDevice))
  if (!isComplete) throw createRefusal('invalidFields')
  return { document, progress, percentage, device, deviceId }
}

function parseFraction(value: unknown): number | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
  const fraction = isNumber ? Number(value) : -1
  return fraction >= 0 && fraction <= 1 ? fraction : undefined
}

/** KOReader sends an MD5. Other clients may use any text to identify a document. */
export function parseDocument(document: unknown): string {
  const isDocument = isText(document, maxDocument) && !['', '.', '..'].includes(document)
  if (isDocument) return document
  throw createRefusal('documentMissing')
}

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' &&
  value.length <= max &&
  value.isWellFormed() &&
  !value.includes('\u0000')

function createRefusal(fault: 'invalidFields' | 'documentMissing') {
  const message = fault === 'documentMissing' ? 'document_missing' : 'fields_invalid'
  return new SyncRefusal(403, fault, new Refusal('invalid', koreaderMessages[message]()))
}
