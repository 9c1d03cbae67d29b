/** Chooses or creates a reading profile in the reader, and removes settings that override it. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, readResponse, type Schemas } from '../../../api/client'
import { Button } from '../../../components/controls/button'
import { Field } from '../../../components/controls/field'
import lists from '../../../components/lists/lists.module.css'
import { ProfileDialog } from '../../../components/profiles/profile-dialog'
import {
  chooseProfile,
  createProfile,
  profilesQuery,
  type ProfileSettings,
  staleAfterProfiles,
} from '../../../components/profiles/profile-requests'
import { useChange } from '../../../components/use-change'
import { t } from '../../../i18n/i18n'
import { listOverrides } from './profile-values'

interface ReaderProfileProps {
  resolved: Schemas['ReaderSettings']
  /** The current settings, for a new profile. */
  values: ProfileSettings
  onClose: () => void
}

export function ReaderProfile({ resolved, values, onClose }: ReaderProfileProps) {
  const [name, setName] = useState('')
  const create = useChange({
    act: async () => {
      const { id } = await createProfile(name.trim(), values)
      await chooseProfile(id, [resolved.seriesId])
    },
    stale: staleAfterProfiles,
    onDone: onClose,
    once: true,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) create.mutate()
  }
  return (
    <ProfileDialog seriesIds={[resolved.seriesId]} onClose={onClose}>
      <form className={lists.create} onSubmit={submit}>
        <Field
          label={t('New profile from the current settings')}
          name="profile"
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button variant="primary" type="submit" busy={create.isPending} disabled={!name.trim()}>
          {t('Create')}
        </Button>
      </form>
      <Overrides resolved={resolved} />
    </ProfileDialog>
  )
}

/** Settings of the book or series that differ from its profile, and a button that removes them. */
function Overrides({ resolved }: Pick<ReaderProfileProps, 'resolved'>) {
  const { data } = useQuery(profilesQuery())
  const profile = data?.profiles.find(({ id }) => id === resolved.profile?.id)
  const keys = profile ? listOverrides(resolved, profile.settings) : []
  const remove = useChange({
    act: async () => {
      const preferences = Object.fromEntries(keys.map((key) => [key, null]))
      const { bookId, seriesId } = resolved
      for (const query of [
        { scope: 'book', id: bookId },
        { scope: 'series', id: seriesId },
      ] as const) {
        await readResponse(
          api.PATCH('/api/v1/preferences', { params: { query }, body: { preferences } }),
        )
      }
    },
    stale: staleAfterProfiles,
    once: true,
  })
  if (keys.length === 0) return null
  return (
    <p>
      {t(
        '{count, plural, one {# setting of this book or series differs} other {# settings of this book or series differ}} from the profile',
        { count: keys.length },
      )}{' '}
      <Button small busy={remove.isPending} onClick={() => remove.mutate()}>
        {t('Use profile settings')}
      </Button>
    </p>
  )
}
