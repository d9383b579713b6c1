;;; sm5-mode.el --- Direct3D shader assembly -*- lexical-binding: t; -*-
;; A major mode, the language server by eglot, and the debugger by dape.

(defvar eglot-server-programs)
(defvar dape-configs)

(define-derived-mode sm5-mode prog-mode "sm5"
  "Major mode for assembly of Direct3D Shader Model 4 and 5."
  (modify-syntax-entry ?/ ". 12" sm5-mode-syntax-table)
  (modify-syntax-entry ?\n ">" sm5-mode-syntax-table)
  (modify-syntax-entry ?_ "w" sm5-mode-syntax-table)
  (setq-local comment-start "// ")
  (setq font-lock-defaults
        '((("^\\s-*\\(?:[0-9]+:\\s-*\\)?\\(dcl_\\w+\\)" 1 font-lock-type-face)
           ("^\\s-*\\([vpghdc]s_[45]_[01]\\)\\>" 1 font-lock-preprocessor-face)
           ("^\\s-*\\(?:[0-9]+:\\s-*\\)?\\([a-z]\\w+\\)" 1 font-lock-keyword-face)
           ("\\<\\(?:[ov][A-Z]\\w*\\|[cvortuxgs]b?[0-9]+\\)" . font-lock-variable-name-face)))))

;; A listing is recognised by its version, after comments at most.
(add-to-list 'magic-mode-alist '("\\(?:\\s-*//.*\n\\|\\s-*\n\\)*\\s-*[vpghdc]s_[45]_[01]\\s-*$" . sm5-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(sm5-mode "sm5" "lsp")))
(with-eval-after-load 'dape
  (add-to-list 'dape-configs
               '(sm5 modes (sm5-mode) command "sm5" command-args ("dap") :type "sm5" :request "launch"
                     :program dape-buffer-default :cwd dape-cwd :stopOnEntry t)))

(provide 'sm5-mode)
;;; sm5-mode.el ends here
