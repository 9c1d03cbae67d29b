import { useId, useRef, useState } from 'react'
import { classes } from '../../../../components/class-names'
import { Button } from '../../../../components/controls/button'
import { UploadIcon } from '../../../../components/icons'
import { formatBytes } from '../../../../i18n/bytes'
import { t } from '../../../../i18n/i18n'
import styles from '../plugins.module.css'

interface ArchiveChoiceProps {
  file: File | undefined
  problem: string | undefined
  onChange: (file: File | undefined) => void
}

/** A file that is dropped or chosen. */
export function ArchiveChoice({ file, problem, onChange }: ArchiveChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const note = useId()
  const [isOver, setOver] = useState(false)
  return (
    <div>
      <div
        className={classes(styles.drop, isOver && styles.over, problem && styles.wrong)}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          const [dropped] = event.dataTransfer.files
          if (dropped) onChange(dropped)
        }}
      >
        <p id={note}>
          {file ? (
            <>
              <strong>{file.name}</strong> {formatBytes(file.size)}
            </>
          ) : (
            t('Drop the archive of a plugin here or choose one (.tgz or .zip).')
          )}
        </p>
        <div className={styles.dropActions}>
          {file && (
            <Button
              small
              onClick={() => {
                onChange(undefined)
                choose.current?.focus()
              }}
            >
              {t('Remove')}
              <span className="hidden-words"> {file.name}</span>
            </Button>
          )}
          <Button
            ref={choose}
            small
            icon={UploadIcon}
            aria-describedby={note}
            onClick={() => input.current?.click()}
          >
            {t('Choose archive')}
          </Button>
        </div>
        <input
          ref={input}
          type="file"
          accept=".tgz,.zip,.tar.gz,application/gzip,application/zip"
          className="hidden-words"
          tabIndex={-1}
          aria-label={t('Choose archive')}
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) onChange(chosen)
            target.value = ''
          }}
        />
      </div>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
