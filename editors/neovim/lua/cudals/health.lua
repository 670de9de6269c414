-- :checkhealth cudals
local M = {}

--- The line by which the program tells its version, or nil and why there is none.
local function version(program)
  local ok, result = pcall(function()
    return vim.system({ program, '--version' }, { text = true }):wait(5000)
  end)
  if not ok or result.code ~= 0 then
    return nil, ok and vim.trim(result.stderr or '') or tostring(result)
  end
  return vim.trim(result.stdout)
end

function M.check()
  local health = vim.health
  health.start('cudals: the program')
  if vim.fn.has('nvim-0.11') == 0 then
    health.error('Neovim 0.11 or newer is needed')
    return
  end
  local config = vim.lsp.config.cudals
  if not config then
    health.error('there is no configuration', { "put the folder editors/neovim of cudals on the 'runtimepath'" })
    return
  end
  local program = type(config.cmd) == 'table' and config.cmd[1] or 'cudals'
  local path = vim.fn.exepath(program)
  if path == '' then
    health.error(program .. ' was not found', { 'put it on the PATH, or name it: vim.lsp.config("cudals", { cmd = { "/path/to/cudals", "serve" } })' })
  else
    local line, reason = version(path)
    if line then
      health.ok(path .. ': ' .. line)
    else
      health.error(path .. ' does not start: ' .. reason)
    end
  end
  if vim.lsp.is_enabled and not vim.lsp.is_enabled('cudals') then
    health.warn('it is not enabled', { "vim.lsp.enable('cudals')" })
  end

  health.start('cudals: its clients')
  local clients = vim.lsp.get_clients({ name = 'cudals' })
  if #clients == 0 then
    health.info('none runs; one begins with the first buffer of the filetype cuda')
  end
  for _, client in ipairs(clients) do
    health.ok(('client %d in %s'):format(client.id, client.root_dir or 'no folder'))
    local mode = vim.tbl_get(client.config, 'settings', 'cudals', 'mode') or 'companion'
    for bufnr in pairs(client.attached_buffers) do
      health.info(vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':.') .. ': ' .. table.concat(require('cudals').details(bufnr), '; '))
      local others = vim.tbl_filter(function(other)
        return other.id ~= client.id and other:supports_method('textDocument/definition', bufnr)
      end, vim.lsp.get_clients({ bufnr = bufnr }))
      if mode == 'companion' and #others == 0 then
        health.warn('no other server looks at this buffer, and cudals gives only what is about CUDA', {
          'vim.lsp.config("cudals", { settings = { cudals = { mode = "standalone" } } }) has it give more',
        })
      elseif mode == 'standalone' and #others > 0 then
        health.warn('another server, ' .. others[1].name .. ', looks at this buffer as well: much is given twice', {
          'take out mode = "standalone"',
        })
      end
    end
  end
end

return M
