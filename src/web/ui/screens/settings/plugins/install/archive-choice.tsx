import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { classes } from '../../../../components/class-names'
import { Button } from '../../../../components/controls/button'
import { FileInput } from '../../../../components/controls/file-input'
import { UploadIcon } from '../../../../components/icons'
import { formatBytes } from '../../../../i18n/bytes'
import { t } from '../../../../i18n/i18n'
import styles from '../plugins.module.css'

interface ArchiveChoiceProps {
  file: File | undefined
  problem: string | undefined
  onChange: (file: File | undefined) => void
}

/** A file picker with drag and drop. */
export function ArchiveChoice({ file, problem, onChange }: ArchiveChoiceProps) {
  const choose = useRef<HTMLButtonElement>(null)
  const note = useId()
  const remove = () => {
    onChange(undefined)
    choose.current?.focus()
  }
  return (
    <div>
      <DropArea isWrong={problem !== undefined} onFile={onChange}>
        <p id={note}>
          {file ? (
            <>
              <strong>{file.name}</strong> {formatBytes(file.size)}
            </>
          ) : (
            t('Drop a plugin archive here or choose one (.tgz or .zip)')
          )}
        </p>
        <div className={styles.dropActions}>
          {file && (
            <Button small onClick={remove}>
              {t('Remove')}
              <span className="hidden-words"> {file.name}</span>
            </Button>
          )}
          <ChooseButton button={choose} note={note} onFile={onChange} />
        </div>
      </DropArea>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}

interface DropAreaProps {
  isWrong: boolean
  onFile: (file: File) => void
  children: ReactNode
}

function DropArea({ isWrong, onFile, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false)
  return (
    <div
      className={classes(styles.drop, isOver && styles.over, isWrong && styles.wrong)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      }}
    >
      {children}
    </div>
  )
}

interface ChooseButtonProps {
  button: RefObject<HTMLButtonElement | null>
  /** ID of the description. */
  note: string
  onFile: (file: File) => void
}

function ChooseButton({ button, note, onFile }: ChooseButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        ref={button}
        small
        icon={UploadIcon}
        aria-describedby={note}
        onClick={() => input.current?.click()}
      >
        {t('Choose archive')}
      </Button>
      <FileInput
        label={t('Choose archive')}
        accept=".tgz,.zip,.tar.gz,application/gzip,application/zip"
        input={input}
        onFiles={([file]) => onFile(file!)}
      />
    </>
  )
}
