/** Validates lines of exports, as another program does. */
import Ajv from 'ajv/dist/2020'

const formats = { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ }

/** Returns a function that lists what is wrong with a value of a definition. */
export function compileExportSchema(schema: object) {
  const ajv = new Ajv({ strict: true, strictTypes: false, allErrors: true, formats })
  ajv.addSchema(schema, 'export')
  return (name: string, value: unknown) => {
    const validate = ajv.getSchema(`export#/$defs/${name}`)!
    return validate(value) ? [] : (validate.errors ?? [])
  }
}
