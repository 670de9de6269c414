-- cudals for Neovim 0.11 or newer: with this folder on the 'runtimepath', vim.lsp.enable('cudals') is all it takes.
-- Settings go into vim.lsp.config('cudals', { settings = { cudals = { … } } }); README.md has them.

---@type vim.lsp.Config
return {
  cmd = { 'cudals', 'serve' },
  filetypes = { 'cuda', 'yaml.cudals' },
  root_markers = { '.cudals.yaml', 'compile_commands.json', '.git' },
  settings = { cudals = vim.empty_dict() },
  capabilities = {
    experimental = {
      cudalsStatus = true,
      cudalsRename = true,
      cudalsExplain = true,
      cudalsTokens = true,
      cudalsLocations = true,
      cudalsPasses = true,
      cudalsLayout = true,
      cudalsCrossCheck = true,
    },
  },
  -- What the server must know before it says what it can do.
  before_init = function(params, config)
    local own = vim.tbl_get(config, 'settings', 'cudals') or {}
    params.initializationOptions = vim.tbl_extend('keep', params.initializationOptions or {}, { mode = own.mode })
  end,
  commands = {
    ['cudals.rename'] = function(command, ctx)
      require('cudals').rename(command, ctx)
    end,
    ['cudals.showLocations'] = function(command, ctx)
      require('cudals').show_locations(command, ctx)
    end,
    ['cudals.showLayout'] = function(_, ctx)
      require('cudals.views').layout(ctx.bufnr)
    end,
    ['cudals.explainRule'] = function(command)
      require('cudals').explain(command.arguments[1])
    end,
  },
  handlers = {
    ['cudals/status'] = function(_, status)
      require('cudals').on_status(status)
    end,
    ['cudals/crossCheck'] = function(_, check)
      require('cudals').on_cross_check(check)
    end,
    ['cudals/passes'] = function(_, passes)
      require('cudals.views').on_passes(passes)
    end,
  },
  on_attach = function(client, bufnr)
    require('cudals').on_attach(client, bufnr)
  end,
  on_exit = function(code, signal, client_id)
    require('cudals').on_exit(code, signal, client_id)
  end,
}
