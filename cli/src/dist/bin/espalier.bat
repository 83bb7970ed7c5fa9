@echo off
rem Runs Espalier's command line. JAVA_HOME names Java 17 or newer; without it, java is looked for in PATH.
rem ESPALIER_JAVA_OPTIONS are given to the virtual machine, for example -Xmx4g.
setlocal
set "ESPALIER_HOME=%~dp0.."
set "ESPALIER_JAVA="
if defined JAVA_HOME set "ESPALIER_JAVA=%JAVA_HOME%\bin\java.exe"
if not defined ESPALIER_JAVA for %%j in (java.exe) do set "ESPALIER_JAVA=%%~$PATH:j"
if not defined ESPALIER_JAVA set "ESPALIER_JAVA=java"

rem Its version, from the file that each Java has since 9. Without it, as beside a copy of java.exe, it stays unknown.
set "ESPALIER_JAVA_VERSION="
set "ESPALIER_JAVA_MAJOR=0"
for %%h in ("%ESPALIER_JAVA%\..\..") do set "ESPALIER_RELEASE=%%~fh\release"
if exist "%ESPALIER_RELEASE%" for /f "usebackq tokens=1,2 delims==" %%k in ("%ESPALIER_RELEASE%") do if "%%k"=="JAVA_VERSION" set "ESPALIER_JAVA_VERSION=%%~l"
for /f "delims=.-+" %%m in ("%ESPALIER_JAVA_VERSION%") do set "ESPALIER_JAVA_MAJOR=%%m"

rem From 19 on Java itself makes an archive of classes for quick starts, at the end of the first command. One for each distribution, version and Java.
set "ESPALIER_ARCHIVE="
if %ESPALIER_JAVA_MAJOR% GEQ 19 set ESPALIER_ARCHIVE=-XX:+AutoCreateSharedArchive "-XX:SharedArchiveFile=%TEMP%\${distribution}-${project.version}-java-%ESPALIER_JAVA_VERSION%.jsa"

"%ESPALIER_JAVA%" -Dfile.encoding=UTF-8 -Xlog:disable -Xlog:all=error:stderr %ESPALIER_ARCHIVE% %ESPALIER_JAVA_OPTIONS% ^
    "-Despalier.home=%ESPALIER_HOME%" -jar "%ESPALIER_HOME%\lib\espalier-cli.jar" %*
exit /b %ERRORLEVEL%
