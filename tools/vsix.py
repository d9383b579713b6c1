#!/usr/bin/env python3
"""vsix.py FOLDER: writes the extension of VS Code, editors/vscode, to FOLDER and prints its path.

A .vsix is a zip file of the extension's folder, a manifest and the content types of its files (Open Packaging Conventions), so that
no build tool is needed. The bytes are a function of those files.
"""
import json
import pathlib
import sys
import zipfile
from xml.sax.saxutils import escape, quoteattr

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE = ROOT / "editors/vscode"
CONTENT_TYPES = {".json": "application/json", ".js": "application/javascript", ".md": "text/markdown", ".txt": "text/plain",
                 ".vsixmanifest": "text/xml"}
MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={name} Version={version} Publisher={publisher}/>
    <DisplayName>{title}</DisplayName>
    <Description xml:space="preserve">{description}</Description>
    <Categories>{categories}</Categories>
    <License>extension/LICENSE.txt</License>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


def manifest(package):
    return MANIFEST.format(name=quoteattr(package["name"]), version=quoteattr(package["version"]), publisher=quoteattr(package["publisher"]),
                           title=escape(package["displayName"]), description=escape(package["description"]),
                           categories=escape(",".join(package["categories"])), engine=quoteattr(package["engines"]["vscode"]))


def content_types(names):
    """KeyError for a kind of file that has no type yet."""
    suffixes = sorted({pathlib.PurePath(name).suffix for name in names})
    rows = "".join(f'<Default Extension="{suffix}" ContentType="{CONTENT_TYPES[suffix]}"/>' for suffix in suffixes)
    return f'<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{rows}</Types>\n'


def contents(package):
    """Bytes by name in the zip file, content types and manifest first."""
    files = {f"extension/{path.relative_to(SOURCE)}": path.read_bytes() for path in sorted(SOURCE.rglob("*")) if path.is_file()}
    files["extension/LICENSE.txt"] = (ROOT / "LICENSE").read_bytes()
    files = {"extension.vsixmanifest": manifest(package).encode(), **files}
    return {"[Content_Types].xml": content_types(files).encode(), **files}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    package = json.loads((SOURCE / "package.json").read_text(encoding="utf-8"))
    target = pathlib.Path(sys.argv[1]) / f"{package['name']}-{package['version']}.vsix"
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in contents(package).items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr, entry.compress_type = 0o100644 << 16, zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    print(target)


main()
