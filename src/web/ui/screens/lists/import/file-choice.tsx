import { useRef } from 'react'
import { Button } from '../../../components/controls/button'
import { FileInput } from '../../../components/controls/file-input'
import { UploadIcon } from '../../../components/icons'
import { t } from '../../../i18n/i18n'
import styles from './import.module.css'

interface FileChoiceProps {
  busy: boolean
  onFile: (file: File) => void
}

export function FileChoice({ busy, onFile }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div
      className={styles.drop}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const [file] = event.dataTransfer.files
        if (file && !busy) onFile(file)
      }}
    >
      <p>
        {t(
          'Drop a .cbl file here or choose one. Nothing is created until you have seen which books were found.',
        )}
      </p>
      <Button
        variant="primary"
        icon={UploadIcon}
        busy={busy}
        onClick={() => input.current?.click()}
      >
        {t('Choose file')}
      </Button>
      <FileInput
        label={t('Choose file')}
        accept=".cbl,.xml"
        input={input}
        onFiles={([file]) => onFile(file!)}
      />
    </div>
  )
}
