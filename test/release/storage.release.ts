import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { openStorage } from '../../src/platform/storage/open-storage'
import { startS3Server } from '../support/s3-server'
import { createTestConfig } from '../support/server'
import { describeStorage } from '../support/storage-contract'

describeStorage('a bucket', async () => {
  const server = startS3Server()
  const config = createTestConfig({ ...server.settings, 'storage.s3.prefix': 'some/where' })
  return {
    storage: openStorage(config, 's3'),
    close: async () => {
      await server.stop()
      rmSync(dirname(config.data_dir), { recursive: true, force: true })
    },
  }
})
