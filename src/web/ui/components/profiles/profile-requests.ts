import { api, readResponse, type Schemas } from '../../api/client'
import { apiQuery } from '../../api/query'

export type ReadingProfile = Schemas['ReadingProfile']
export type ProfileSettings = ReadingProfile['settings']

const path = '/api/v1/reading-profiles'
export const profilesQuery = () => apiQuery(path)
/** Query paths to invalidate after a profile, or the profile chosen for a series, has changed. */
export const staleAfterProfiles = [
  path,
  '/api/v1/preferences',
  '/api/v1/books/{id}/reader-settings',
] as const

/** Maximum number of series per request. */
const maxAtOnce = 500

export async function chooseProfile(profileId: string | null, seriesIds: readonly string[]) {
  for (let start = 0; start < seriesIds.length; start += maxAtOnce) {
    const some = seriesIds.slice(start, start + maxAtOnce)
    const body = { profileId, seriesIds: some }
    await readResponse(api.POST('/api/v1/reading-profiles/choose', { body }))
  }
}

export const createProfile = (name: string, settings: ProfileSettings) =>
  readResponse(api.POST(path, { body: { name, settings } }))

export const renameProfile = (id: string, name: string) =>
  readResponse(
    api.PATCH('/api/v1/reading-profiles/{id}', { params: { path: { id } }, body: { name } }),
  )

export const deleteProfile = (id: string) =>
  readResponse(api.DELETE('/api/v1/reading-profiles/{id}', { params: { path: { id } } }))
