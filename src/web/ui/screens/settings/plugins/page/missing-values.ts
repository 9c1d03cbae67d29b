import type { Plugin } from '../plugin-labels'

/** Labels of required settings and credentials that have no value. */
export function listMissing({ manifest, config, credentialKeys }: Plugin): string[] {
  const fields = manifest?.configSchema?.fields ?? []
  const credentials = manifest?.requiredCredentials ?? []
  return [
    ...fields.filter(
      (field) => field.required && config[field.key] === undefined && field.default === null,
    ),
    ...credentials.filter(({ key, required }) => required && !credentialKeys.includes(key)),
  ].map(({ label }) => label)
}
