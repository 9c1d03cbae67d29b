/** The user's reading profiles: rename and delete. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../components/controls/button'
import { Field } from '../../../components/controls/field'
import { Dialog } from '../../../components/dialogs/dialog'
import {
  deleteProfile,
  profilesQuery,
  type ReadingProfile,
  renameProfile,
  staleAfterProfiles,
} from '../../../components/profiles/profile-requests'
import { useChange } from '../../../components/use-change'
import { t } from '../../../i18n/i18n'
import { Confirm } from '../shared/confirm'
import { Entries, Entry, SettingsCard } from '../shared/settings-section'

/** Shown only if there are profiles, because they are created in the reader. */
export function ReadingProfiles() {
  const { data } = useQuery(profilesQuery())
  if (!data || data.profiles.length === 0) return null
  return (
    <SettingsCard
      title={t('Reading profiles')}
      hint={t('Choose a profile in the reader or in the menu of a series')}
    >
      <Entries label={t('Reading profiles')}>
        {data.profiles.map((profile) => (
          <ProfileEntry key={profile.id} profile={profile} />
        ))}
      </Entries>
    </SettingsCard>
  )
}

function ProfileEntry({ profile }: { profile: ReadingProfile }) {
  const { id, name, seriesCount } = profile
  const [open, setOpen] = useState<'rename' | 'delete'>()
  const close = () => setOpen(undefined)
  const remove = useChange({
    act: () => deleteProfile(id),
    done: t('{name} deleted', { name }),
    stale: staleAfterProfiles,
    onDone: close,
    once: true,
  })
  return (
    <Entry
      title={name}
      facts={t('{count, plural, one {# series} other {# series}}', { count: seriesCount })}
      actions={
        <>
          <Button small onClick={() => setOpen('rename')}>
            {t('Rename')}
          </Button>
          <Button small variant="danger" onClick={() => setOpen('delete')}>
            {t('Delete')}
          </Button>
        </>
      }
    >
      {open === 'rename' && <RenameProfile profile={profile} onClose={close} />}
      {open === 'delete' && (
        <Confirm
          title={t('Delete {name}?', { name })}
          action={t('Delete')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={close}
        >
          <p>
            {t('Series with this profile keep their own settings and otherwise use your defaults')}
          </p>
        </Confirm>
      )}
    </Entry>
  )
}

function RenameProfile({ profile, onClose }: { profile: ReadingProfile; onClose: () => void }) {
  const [name, setName] = useState(profile.name)
  const id = useId()
  const rename = useChange({
    act: () => renameProfile(profile.id, name.trim()),
    stale: staleAfterProfiles,
    onDone: onClose,
    once: true,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) rename.mutate()
  }
  const actions = (
    <>
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button
        variant="primary"
        type="submit"
        form={id}
        busy={rename.isPending}
        disabled={!name.trim()}
      >
        {t('Rename')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('Rename reading profile')} actions={actions}>
      <form id={id} onSubmit={submit}>
        <Field
          label={t('Name')}
          name="name"
          autoFocus
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </form>
    </Dialog>
  )
}
