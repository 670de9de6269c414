// Takes the README's picture of VS Code: the demo's kernel with a hover and its findings.
//
// It needs a VS Code that a browser can open (code-server, or `code serve-web`) with the extension installed, showing a copy of
// testdata/demo alone, and playwright-core with a Chromium:
//
//   npm install --no-save playwright-core
//   CHROMIUM=/usr/bin/chromium node docs/images/vscode.mjs 'http://127.0.0.1:8080/?folder=/tmp/heat' docs/images/vscode.png
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { chromium } = createRequire(join(process.cwd(), 'x.js'))('playwright-core');
const [url, picture] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1180, height: 870 }, deviceScaleFactor: 1.5 });
const pause = (ms) => page.waitForTimeout(ms); // what is waited for has no name that stays the same between versions
try {
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  await page.waitForSelector('.monaco-workbench', { timeout: 60_000 });
  await pause(5000);
  if (await page.locator('.tab >> text=heat.cu').count() === 0) {
    await page.keyboard.press('Control+P');
    await pause(800);
    await page.keyboard.type('heat.cu');
    await pause(1200);
    await page.keyboard.press('Enter');
  }
  const other = page.locator('.tab', { hasText: 'Walkthrough' });
  if (await other.count() > 0) await other.click({ button: 'middle' });
  await pause(8000);
  if (await page.locator('.sidebar .explorer-viewlet').isVisible()) await page.keyboard.press('Control+B');
  if (!await page.locator('.panel .markers-panel').isVisible()) await page.keyboard.press('Control+Shift+M');
  await pause(1500);
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Control+G');
  await pause(600);
  await page.keyboard.type('14:13');
  await page.keyboard.press('Enter');
  await pause(800);
  const line = page.locator('.view-line', { hasText: 'Stencil stencil;' }).locator('span span').last();
  const box = await line.boundingBox();
  await page.mouse.move(box.x + box.width - 25, box.y + 8);
  await pause(400);
  await page.mouse.move(box.x + box.width - 30, box.y + 9);
  await page.locator('.monaco-hover-content:visible').first().waitFor({ timeout: 30_000 });
  await pause(2500);
  await page.screenshot({ path: picture });
} finally {
  await browser.close();
}
