/** The first step: choose the file from the app. */
import { useRef } from 'react'
import { api, readResponse } from '../../../../api/client'
import { Button } from '../../../../components/controls/button'
import { FileInput } from '../../../../components/controls/file-input'
import { useChange } from '../../../../components/use-change'
import { t } from '../../../../i18n/i18n'
import { ownImportsPath } from '../../server/move-in/use-imports'
import { SettingsCard } from '../../shared/settings-section'
import styles from '../../settings.module.css'

export function AppFileForm() {
  const input = useRef<HTMLInputElement>(null)
  const upload = useChange({
    act: (file: File) => readResponse(api.POST(ownImportsPath, buildUpload(file))),
    stale: [ownImportsPath],
    once: true,
  })
  return (
    <SettingsCard title={t('1. Choose the file')} hint={t('Nothing is changed yet')}>
      <p>
        {t(
          'Mihon or Tachiyomi: create a backup in the app under “Data and storage”, and choose the .tachibk file here',
        )}
      </p>
      <p>
        {t(
          'KOReader: choose a metadata file, such as metadata.epub.lua, from the .sdr folder next to a book, the file statistics.sqlite3 from the settings folder of KOReader, or a ZIP file that contains several of these files',
        )}
      </p>
      <div className={styles.actions}>
        <Button variant="primary" busy={upload.isPending} onClick={() => input.current?.click()}>
          {t('Choose file')}
        </Button>
        <FileInput
          label={t('File from the app')}
          input={input}
          onFiles={([file]) => upload.mutate(file!)}
        />
      </div>
    </SettingsCard>
  )
}

function buildUpload(file: File) {
  const form = new FormData()
  form.set('file', file)
  return { body: form as unknown as { file: string }, bodySerializer: () => form }
}
