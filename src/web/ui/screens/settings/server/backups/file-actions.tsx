/** Actions for a file that is stored on the server: a backup or a full export. */
import { useState } from 'react'
import { buildUrl } from '../../../../api/client'
import { Button, buttonClass } from '../../../../components/controls/button'
import { useChange } from '../../../../components/use-change'
import { t } from '../../../../i18n/i18n'
import { Confirm } from '../../shared/confirm'
import type { archivesPath, backupsPath } from './backup-tasks'

/** API paths for one kind of file. */
type FilesPath = typeof archivesPath | typeof backupsPath

export function DownloadFile({ name, path }: { name: string; path: FilesPath }) {
  return (
    <a
      className={buttonClass('plain', true)}
      href={buildUrl(`${path.slice(1)}/${encodeURIComponent(name)}/download`)}
      download
      aria-label={t('Download {name}', { name })}
    >
      {t('Download')}
    </a>
  )
}

interface DeleteFileProps {
  name: string
  path: FilesPath
  act: () => Promise<unknown>
  words: { question: string; action: string; done: string }
}

export function DeleteFile({ name, path, act, words }: DeleteFileProps) {
  const [isAsked, setIsAsked] = useState(false)
  const remove = useChange({
    act,
    done: words.done,
    stale: [path],
    onDone: () => setIsAsked(false),
    once: true,
  })
  return (
    <>
      <Button
        small
        variant="danger"
        onClick={() => setIsAsked(true)}
        aria-label={t('Delete {name}', { name })}
      >
        {t('Delete')}
      </Button>
      {isAsked && (
        <Confirm
          title={words.question}
          action={words.action}
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setIsAsked(false)}
        >
          <p>{t('{name} will be permanently deleted', { name })}</p>
        </Confirm>
      )}
    </>
  )
}
