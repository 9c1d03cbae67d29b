/** The first step: the location of the other server's data. */
import { i18n } from '@lingui/core'
import { type FormEvent, useRef, useState } from 'react'
import { serverNames } from '../../../../../shared/source-names'
import { api, readResponse } from '../../../../api/client'
import { Button } from '../../../../components/controls/button'
import { FileInput } from '../../../../components/controls/file-input'
import { Field } from '../../../../components/controls/field'
import { useChange } from '../../../../components/use-change'
import { t } from '../../../../i18n/i18n'
import { SettingsCard } from '../../shared/settings-section'
import styles from '../../settings.module.css'
import { importsPath } from './use-imports'

const formatNames = (names: readonly string[]) => new Intl.ListFormat(i18n.locale).format(names)

/** Excludes BookLore, whose data is requested from the running server. */
const programs = Object.values(serverNames).filter((name) => name !== serverNames.booklore)

export function SourceForm() {
  const [path, setPath] = useState('')
  const start = useChange({
    act: () => readResponse(api.POST(importsPath, { body: { path: path.trim() } })),
    stale: [importsPath],
    once: true,
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (path.trim() !== '') start.mutate()
  }
  return (
    <SettingsCard
      title={t('1. Choose the source')}
      hint={t(
        'Quire can import data from {programs}, even while they are running. Nothing is changed yet.',
        { programs: formatNames(programs) },
      )}
    >
      <form onSubmit={send} className={styles.cardForm}>
        <Field
          label={t('Path on this server')}
          name="path"
          value={path}
          onChange={({ target }) => setPath(target.value)}
          hint={t(
            'The configuration folder of the other server, or its database or backup; for calibre and YACReaderLibrary, the library folder. For Calibre-Web, upload app.db and metadata.db together.',
          )}
          placeholder="/path/to/config"
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          maxLength={4096}
        />
        <div className={styles.actions}>
          <Button
            type="submit"
            variant="primary"
            disabled={path.trim() === ''}
            busy={start.isPending}
          >
            {t('Show preview')}
          </Button>
          <UploadDatabase />
        </div>
      </form>
    </SettingsCard>
  )
}

function UploadDatabase() {
  const input = useRef<HTMLInputElement>(null)
  const upload = useChange({
    act: (files: File[]) => readResponse(api.POST(importsPath, buildUpload(files))),
    stale: [importsPath],
    once: true,
  })
  return (
    <>
      <Button busy={upload.isPending} onClick={() => input.current?.click()}>
        {t('Upload database')}
      </Button>
      <FileInput
        label={t('Choose database')}
        multiple
        input={input}
        onFiles={(files) => upload.mutate(files)}
      />
    </>
  )
}

/** Calibre-Web also requires the database of its calibre library. */
function buildUpload(files: File[]) {
  const library = files.length > 1 ? files.find(({ name }) => name === 'metadata.db') : undefined
  const form = new FormData()
  form.set(
    'file',
    files.find((one) => one !== library)!,
  )
  if (library) form.set('library', library)
  return { body: form as unknown as { file: string }, bodySerializer: () => form }
}
