import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressAssets } from './compress-assets.ts'

const server = process.env.PITBOARD_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react(), tailwindcss(), compressAssets()],
  build: {
    manifest: true,
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    // One part for what pages share, not dozens: on a phone each request costs more than its bytes.
    rolldownOptions: {
      output: { advancedChunks: { groups: [{ name: 'shared', minShareCount: 2 }] } },
    },
  },
  server: {
    host: '127.0.0.1',
    // Not the page /downloadInfo.
    proxy: { '^/(api|download)/': { target: server, ws: true } },
  },
})
