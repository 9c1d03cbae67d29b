/** Request bodies for writes: JSON or a form, validated. */
import { invalid, Refusal } from '../../../errors'
import { readBody } from '../../../platform/http/body'
import type { Static, TSchema } from '../../../platform/http/shapes'
import { validate } from '../../../platform/http/validation'
import { requestMessages } from '../../../platform/messages/common'

export async function readKomgaBody<Schema extends TSchema>(
  request: Request,
  schema: Schema,
): Promise<Static<Schema>> {
  const body: unknown = await readAnyBody(request)
  const details = validate(schema, body)
  if (details.length > 0) throw invalid(requestMessages.body_invalid(), details)
  return body
}

async function readAnyBody(request: Request) {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';')
  try {
    return await readBody({ request }, type)
  } catch (error) {
    // The form parser does not throw a `Refusal` for an invalid form, so one is created here.
    if (type.trim().toLowerCase() !== 'multipart/form-data' || error instanceof Refusal) throw error
    throw new Refusal('invalid', requestMessages.body_unreadable())
  }
}
