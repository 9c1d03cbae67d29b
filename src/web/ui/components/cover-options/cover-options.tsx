/** Cover options for a series or book, with upload. */
import { type ReactNode, useRef } from 'react'
import { buildUrl } from '../../api/client'
import { t } from '../../i18n/i18n'
import { Button, IconButton } from '../controls/button'
import { FileInput } from '../controls/file-input'
import { BookOpenIcon, CheckIcon, TrashIcon, UploadIcon } from '../icons'
import styles from './cover-options.module.css'

export const CoverChoice = ({ children }: { children: ReactNode }) => (
  <div className={styles.chooser}>{children}</div>
)

export const CoverNote = ({ children }: { children: ReactNode }) => (
  <p className={styles.note}>{children}</p>
)

export const CoverOptions = ({ children }: { children: ReactNode }) => (
  <ul role="list" className={styles.options}>
    {children}
  </ul>
)

interface CoverOptionProps {
  words: string
  /** Path below the base URL. undefined if there is no image. */
  picture: string | undefined
  isChosen: boolean
  onChoose: () => void
  /** Removes the uploaded image. */
  onRemove?: (() => void) | undefined
}

export const CoverOption = (props: CoverOptionProps) => {
  const { words, picture, isChosen, onChoose, onRemove } = props
  return (
    <li className={styles.option}>
      <button type="button" aria-pressed={isChosen} onClick={onChoose}>
        {picture === undefined ? (
          <span className={styles.blank}>
            <BookOpenIcon size={28} />
          </span>
        ) : (
          <img src={buildUrl(picture)} alt="" width={200} height={300} loading="lazy" />
        )}
        <span>
          {isChosen && <CheckIcon size={15} />}
          {words}
        </span>
      </button>
      {onRemove && (
        <IconButton
          label={t('Delete image: {name}', { name: words })}
          icon={TrashIcon}
          onClick={onRemove}
        />
      )}
    </li>
  )
}

interface CoverUploadProps {
  busy: boolean
  onFile: (file: File) => void
}

export function CoverUpload({ busy, onFile }: CoverUploadProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div
      className={styles.upload}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      }}
    >
      <p>{t('Drop an image here or choose one (JPEG, PNG, WebP, GIF or AVIF)')}</p>
      <Button icon={UploadIcon} busy={busy} onClick={() => input.current?.click()}>
        {t('Choose image')}
      </Button>
      <FileInput
        label={t('Choose image')}
        accept="image/*"
        input={input}
        onFiles={([file]) => onFile(file!)}
      />
    </div>
  )
}

/**
 * Builds the body and serializer of an upload. The cast is needed because the generated type
 * declares the file as a string.
 */
export function getUpload(file: File) {
  const form = new FormData()
  form.set('file', file)
  return { body: form as unknown as { file: string }, bodySerializer: () => form }
}
