/** Validates proposed values against the field table. */
import { Refusal } from '../../../errors'
import { valueMessages } from '../../../platform/messages/common'
import type { Message } from '../../../platform/messages/message'
import type { Entity, Field } from '../field-table'
import { edited } from '../source-priority'
import { invalidBody } from '../../../platform/http/validation'

interface Parsed {
  values: Record<string, unknown>
  /**
   * Problems keyed by field, only for automatic writers. A user's invalid values throw an error.
   */
  problems: Map<string, Message>
}

export function parseValues<Row>(
  { kind, fields }: Entity<Row>,
  { values: given, source }: { values: Readonly<Record<string, unknown>>; source: string },
): Parsed {
  const values: Record<string, unknown> = {}
  const problems = new Map<string, Message>()
  for (const [name, value] of Object.entries(given)) {
    const field = fields[name]
    if (!field) throw new Error(`unknown field of a ${kind}: ${name}`)
    if (value === undefined) continue
    try {
      values[name] = parseValue(field, name, value)
    } catch (error) {
      if (!(error instanceof Refusal) || source === edited) throw error
      problems.set(name, error.details?.[0]?.message ?? error.userMessage)
    }
  }
  return { values, problems }
}

function parseValue(field: Field, name: string, value: unknown) {
  if (value !== null) return field.parse ? field.parse(value) : value
  if (!field.isRequired) return null
  throw invalidBody(name, valueMessages.empty())
}
